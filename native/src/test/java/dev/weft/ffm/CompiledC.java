package dev.weft.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compiles a C program with the installed headers, runs it and returns what it prints. */
public final class CompiledC {
  private CompiledC() {}

  /** The output of a program whose main function has these statements. */
  public static String run(Path folder, List<String> statements)
      throws IOException, InterruptedException {
    Path source = folder.resolve("print.c");
    Path program = folder.resolve("print");
    Files.writeString(source, source(statements));
    output("gcc", "-w", "-o", program.toString(), source.toString());
    return output(program.toString());
  }

  /** A program of this source, which uses libfabric. */
  public static Path program(Path folder, String source) throws IOException, InterruptedException {
    Path file = Files.createTempFile(folder, "program", ".c");
    Path program = folder.resolve("program");
    Files.writeString(file, source);
    output("gcc", "-Wall", "-Werror", "-o", program.toString(), file.toString(), "-lfabric");
    return program;
  }

  /** A shared library of this source. */
  public static Path library(Path folder, String source) throws IOException, InterruptedException {
    Path file = Files.createTempFile(folder, "library", ".c");
    Path library = Files.createTempFile(folder, "library", ".so");
    Files.writeString(file, source);
    output("gcc", "-w", "-shared", "-o", library.toString(), file.toString());
    return library;
  }

  private static String source(List<String> statements) {
    return """
    #include <stddef.h>
    #include <stdio.h>
    #include <sys/epoll.h>
    #include <sys/uio.h>
    #include <rdma/fabric.h>
    #include <rdma/fi_atomic.h>
    #include <rdma/fi_cm.h>
    #include <rdma/fi_domain.h>
    #include <rdma/fi_endpoint.h>
    #include <rdma/fi_eq.h>
    #include <rdma/fi_errno.h>
    #include <rdma/fi_rma.h>
    #include <rdma/fi_tagged.h>
    #include <rdma/fi_trigger.h>
    int main(void) {
    %s
    return 0;
    }
    """
        .formatted(String.join("\n", statements));
  }

  private static String output(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> String.join(" ", command) + " printed: " + text);
    return text;
  }
}
