package dev.weft.benchmarks.peer;

import java.util.List;

/**
 * {@code ucx_perftest}: 8 bytes, except for {@code large}.
 *
 * @param what {@code half}, {@code rate}, {@code large}, {@code write} or {@code fetch-add}
 */
public record UcxTool(String what) implements PeerTool {
  private static final double MEBI = 1 << 20;

  @Override
  public List<String> command() {
    String size = what.equals("large") ? "1048576" : "8";
    String times = what.equals("large") ? "20000" : "3000000";
    return List.of("ucx_perftest", "-f", "-t", test(), "-s", size, "-n", times);
  }

  private String test() {
    return switch (what) {
      case "half" -> "tag_lat";
      case "write" -> "ucp_put_bw";
      case "fetch-add" -> "ucp_fadd";
      default -> "tag_bw";
    };
  }

  /** Iterations, 50 % and mean and overall microseconds, mebibytes a second twice, rate twice. */
  @Override
  public double figure(List<String> cells) {
    return switch (what) {
      case "half" -> Double.parseDouble(cells.get(1)) * 1_000;
      case "rate", "write", "fetch-add" -> Double.parseDouble(cells.get(7)) / 1e6;
      default -> Double.parseDouble(cells.get(5)) * MEBI / 1e9;
    };
  }
}
