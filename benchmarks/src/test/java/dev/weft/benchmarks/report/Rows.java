package dev.weft.benchmarks.report;

import java.util.List;

/** Rows for tests. */
final class Rows {
  private static final double STEP = 0.36;

  private Rows() {}

  /** Half a round trip between two processors, beside a peer's 70 ns. */
  static Row half(double ours, double bounce, Boolean met) {
    Bound target = new Bound(true, "<=", 1);
    Figure weft = new Figure("weft", ours, bounce, STEP);
    Figure peer = new Figure("aeron ipc", 70, bounce, STEP);
    List<String> without = List.of("jucx, put");
    return new Row(
        "shm", "half round trip", "ns", weft, peer, ours / 70, target, met, 3, without, null);
  }

  /** Heap bytes of a read. */
  static Row allocation(double bytes) {
    Figure weft = new Figure("weft", bytes, null, null);
    Bound none = new Bound(false, "<=", 0);
    return new Row("allocation", "read", "B", weft, null, null, none, true, 1, List.of(), null);
  }

  /** A message beside this many peers. */
  static Row growth(int size, double nanos, String law) {
    Figure weft = new Figure("weft", nanos, null, null);
    Row.Growth growth = new Row.Growth(size, law);
    return new Row("growth", "peers", "ns", weft, null, null, null, null, 3, List.of(), growth);
  }
}
