package dev.weft.ffm;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.ffm.layout.Struct;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compiles a C program with the installed headers, runs it and returns what it prints. */
public final class CompiledC {
  private static final List<String> FABRIC_HEADERS =
      List.of(
          "sys/epoll.h",
          "sys/uio.h",
          "rdma/fabric.h",
          "rdma/fi_atomic.h",
          "rdma/fi_cm.h",
          "rdma/fi_domain.h",
          "rdma/fi_endpoint.h",
          "rdma/fi_eq.h",
          "rdma/fi_errno.h",
          "rdma/fi_rma.h",
          "rdma/fi_tagged.h",
          "rdma/fi_trigger.h");

  private CompiledC() {}

  /** The output of a program whose main function has these statements. */
  public static String run(Path folder, List<String> statements)
      throws IOException, InterruptedException {
    return run(folder, FABRIC_HEADERS, statements);
  }

  /** {@link #run(Path, List)} with these headers. */
  public static String run(Path folder, List<String> headers, List<String> statements)
      throws IOException, InterruptedException {
    Path source = folder.resolve("print.c");
    Path program = folder.resolve("print");
    Files.writeString(source, source(headers, statements));
    output("gcc", "-w", "-o", program.toString(), source.toString());
    return output(program.toString());
  }

  /** The name, the size and the members of each struct, one a line. */
  public static String text(List<Struct> structs) {
    StringBuilder text = new StringBuilder();
    for (Struct struct : structs) {
      text.append(struct.name()).append(' ').append(struct.size()).append('\n');
      struct
          .members()
          .forEach(
              (name, member) ->
                  text.append("  %s %d %d\n".formatted(name, member.offset(), member.size())));
    }
    return text.toString();
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

  private static String source(List<String> headers, List<String> statements) {
    String includes = headers.stream().map("#include <%s>"::formatted).collect(joining("\n"));
    return """
    #include <stddef.h>
    #include <stdio.h>
    %s
    int main(void) {
    %s
    return 0;
    }
    """
        .formatted(includes, String.join("\n", statements));
  }

  private static String output(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> String.join(" ", command) + " printed: " + text);
    return text;
  }
}
