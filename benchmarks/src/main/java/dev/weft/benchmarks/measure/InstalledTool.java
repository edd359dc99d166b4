package dev.weft.benchmarks.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Measures a peer in C by its installed tool: a server on processor 0, a client on 1. */
final class InstalledTool {
  private static final String HOST = "127.0.0.1";
  private static final long MAX_SECONDS = 60;
  private static final double MEBI = 1 << 20;

  private InstalledTool() {}

  /**
   * One figure, in the unit of {@code what}.
   *
   * @param tool {@code ucx} for {@code ucx_perftest}, {@code libfabric} for {@code fi_pingpong}
   * @param what {@code half}, {@code rate}, {@code large}, and for {@code ucx} {@code write} and
   *     {@code fetch-add}; 8 bytes except for {@code large}
   */
  static double measure(String tool, String what) throws IOException, InterruptedException {
    List<String> command = tool.equals("ucx") ? ucx(what) : libfabric(what);
    Process server = start(0, command);
    Thread.sleep(1_000);
    List<String> withHost = new ArrayList<>(command);
    withHost.add(HOST);
    Process client = start(1, withHost);
    try {
      String[] cells = lastRow(client);
      return tool.equals("ucx") ? ofUcx(what, cells) : ofLibfabric(what, cells);
    } finally {
      client.destroyForcibly();
      server.destroyForcibly().waitFor();
    }
  }

  private static List<String> ucx(String what) {
    String test =
        switch (what) {
          case "half" -> "tag_lat";
          case "write" -> "ucp_put_bw";
          case "fetch-add" -> "ucp_fadd";
          default -> "tag_bw";
        };
    String size = what.equals("large") ? "1048576" : "8";
    String times = what.equals("large") ? "20000" : "3000000";
    return List.of("ucx_perftest", "-f", "-t", test, "-s", size, "-n", times);
  }

  private static List<String> libfabric(String what) {
    String size = what.equals("large") ? "1048576" : "8";
    String times = what.equals("large") ? "5000" : "1000000";
    return List.of("fi_pingpong", "-p", "shm", "-e", "rdm", "-S", size, "-I", times);
  }

  private static Process start(int processor, List<String> command) throws IOException {
    List<String> pinned = new ArrayList<>(List.of("taskset", "-c", Integer.toString(processor)));
    pinned.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(pinned).redirectErrorStream(true);
    builder.environment().put("UCX_TLS", "posix,self");
    return builder.start();
  }

  private static String[] lastRow(Process client) throws IOException, InterruptedException {
    if (!client.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("not done in " + MAX_SECONDS + " s");
    }
    String output = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String row = output.strip().lines().reduce((first, second) -> second).orElse("");
    String[] cells = row.replace("Final:", "").strip().split("\\s+");
    if (client.exitValue() != 0 || cells.length < 7) {
      throw new IOException("no figures in: " + output);
    }
    return cells;
  }

  /** Iterations, 50 % and mean and overall microseconds, mebibytes a second twice, rate twice. */
  private static double ofUcx(String what, String[] cells) {
    return switch (what) {
      case "half" -> Double.parseDouble(cells[1]) * 1_000;
      case "rate", "write", "fetch-add" -> Double.parseDouble(cells[7]) / 1e6;
      default -> Double.parseDouble(cells[5]) * MEBI / 1e9;
    };
  }

  /**
   * Bytes, sent, acknowledged, total, time, megabytes a second, microseconds, millions a second.
   */
  private static double ofLibfabric(String what, String[] cells) {
    return what.equals("large")
        ? Double.parseDouble(cells[5]) / 1e3
        : Double.parseDouble(cells[6]) * 1_000;
  }
}
