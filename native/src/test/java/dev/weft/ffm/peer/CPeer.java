package dev.weft.ffm.peer;

import dev.weft.ffm.CompiledC;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/** The process of {@code peer.c}. */
final class CPeer implements AutoCloseable {
  private final Process process;
  private final byte[] name;

  private CPeer(Process process, byte[] name) {
    this.process = process;
    this.name = name;
  }

  /** Compiles the program, starts it and reads its address. */
  static CPeer start(Path folder, String provider) throws IOException, InterruptedException {
    String source;
    try (var resource = CPeer.class.getResourceAsStream("peer.c")) {
      source = new String(resource.readAllBytes(), StandardCharsets.US_ASCII);
    }
    Path program = CompiledC.program(folder, source);
    Process process =
        new ProcessBuilder(program.toString(), provider, "127.0.0.1")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output = process.inputReader(StandardCharsets.US_ASCII);
    String digits = output.readLine();
    if (digits == null) {
      throw new IOException("the peer in C has ended, status " + process.waitFor());
    }
    return new CPeer(process, HexFormat.of().parseHex(digits));
  }

  /** Its address. */
  byte[] name() {
    return name.clone();
  }

  /** Gives it the address of this end and the key of its memory. */
  void introduce(byte[] own, long key) throws IOException {
    Writer input = process.outputWriter(StandardCharsets.US_ASCII);
    input.write(HexFormat.of().formatHex(own) + " " + key + "\n");
    input.flush();
  }

  /** Its exit status, once it has ended. */
  int status() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
