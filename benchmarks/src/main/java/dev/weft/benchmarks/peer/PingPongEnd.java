package dev.weft.benchmarks.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of {@code libfabric_pingpong.c}; it ends when its input does. */
final class PingPongEnd implements AutoCloseable {
  private static final long SECONDS_TO_END = 5;

  private final Process process;
  private final BufferedReader output;

  private PingPongEnd(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  static PingPongEnd start(int processor, List<String> command) throws IOException {
    return of(Pinned.command(processor, command));
  }

  static PingPongEnd of(ProcessBuilder builder) throws IOException {
    return new PingPongEnd(builder.start());
  }

  /** Its address, in hexadecimal digits. */
  String address() throws IOException {
    return valueOf("address ");
  }

  void introduce(String peer) throws IOException {
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(peer + "\n");
    input.flush();
  }

  /** Mean nanoseconds of half a round trip, of an end that asks. */
  double figure() throws IOException {
    return Double.parseDouble(valueOf("figure "));
  }

  /** The rest of the next line that begins so; other lines are messages of the library. */
  private String valueOf(String name) throws IOException {
    List<String> others = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(name)) {
        return line.substring(name.length());
      }
      others.add(line);
    }
    throw new IOException("no " + name + "from the peer in C: " + String.join("\n", others));
  }

  /** Ends it; it closes its endpoint, which deletes the files of that. */
  @Override
  public void close() throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).close();
    try {
      if (!endsInTime()) {
        process.destroy();
        if (!endsInTime()) {
          process.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private boolean endsInTime() throws InterruptedException {
    return process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS);
  }
}
