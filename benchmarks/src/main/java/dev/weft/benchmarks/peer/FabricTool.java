package dev.weft.benchmarks.peer;

import java.util.List;

/**
 * {@code fi_pingpong}: tagged messages between endpoints of type RDM, one under way. Those of 8
 * bytes are injected. Its figures are means without a warm-up.
 *
 * @param provider of libfabric
 * @param what {@code half}, of 8 bytes, or {@code large}
 */
public record FabricTool(String provider, String what) implements PeerTool {

  @Override
  public List<String> command() {
    String size = Integer.toString(size());
    String times = Integer.toString(times());
    return List.of(
        "fi_pingpong", "-p", provider, "-e", "rdm", "-m", "tagged", "-S", size, "-I", times);
  }

  boolean isLarge() {
    return what.equals("large");
  }

  /** Bytes of a message. */
  int size() {
    return isLarge() ? 1 << 20 : Long.BYTES;
  }

  /** Half a second or more on an idle machine. */
  int times() {
    if (provider.equals("shm")) {
      return isLarge() ? 5_000 : 1_000_000;
    }
    return isLarge() ? 1_000 : 20_000;
  }

  /**
   * Bytes, sent, acknowledged, total, time, megabytes a second, microseconds, millions a second.
   * The megabytes are the most exact: of all round trips the time has two digits.
   */
  @Override
  public double figure(List<String> cells) {
    double megabytes = Double.parseDouble(cells.get(5));
    return isLarge() ? megabytes / 1e3 : size() * 1e3 / megabytes;
  }
}
