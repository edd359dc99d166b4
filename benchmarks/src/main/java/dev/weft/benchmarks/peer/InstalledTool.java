package dev.weft.benchmarks.peer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Measures a peer in C by its installed tool: a server on processor 0, a client on 1. */
public final class InstalledTool {
  private static final String HOST = "127.0.0.1";
  private static final long MAX_SECONDS = 60;
  private static final long SECONDS_TO_END = 5;
  private static final int MIN_CELLS = 7;

  private InstalledTool() {}

  /** One figure, in the unit of what the tool measures. */
  public static double measure(PeerTool tool) throws IOException, InterruptedException {
    Process server = start(0, tool.command());
    Thread.sleep(1_000);
    List<String> withHost = new ArrayList<>(tool.command());
    withHost.add(HOST);
    Process client = start(1, withHost);
    try {
      double figure = tool.figure(lastRow(outputOf(client)));
      server.waitFor(SECONDS_TO_END, TimeUnit.SECONDS); // so that it deletes its files
      return figure;
    } finally {
      client.destroyForcibly();
      server.destroyForcibly().waitFor();
    }
  }

  private static Process start(int processor, List<String> command) throws IOException {
    ProcessBuilder builder = Pinned.command(processor, command);
    builder.environment().put("UCX_TLS", "posix,self");
    return builder.start();
  }

  private static String outputOf(Process client) throws IOException, InterruptedException {
    if (!client.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("not done in " + MAX_SECONDS + " s");
    }
    String output = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (client.exitValue() != 0) {
      throw new IOException("exit status " + client.exitValue() + ": " + output);
    }
    return output;
  }

  /** The cells of the last line, which some tools begin with {@code Final:}. */
  static List<String> lastRow(String output) throws IOException {
    String row = output.strip().lines().reduce("", (_, second) -> second);
    List<String> cells = List.of(row.replace("Final:", "").strip().split("\\s+"));
    if (cells.size() < MIN_CELLS) {
      throw new IOException("no figures in: " + output);
    }
    return cells;
  }
}
