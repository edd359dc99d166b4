package dev.weft.cli.soak.traffic;

import dev.weft.cli.workload.Stamp;
import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.futures.Node;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Long copies between two peers of which one may die at any moment: messages, RMA writes and RMA
 * reads of 1 MiB, and atomic sums, one of each kind at a time.
 *
 * <pre>
 *   context    63 zero | 62 one | 61..3 zero | 2..0 kind
 * </pre>
 */
final class RmaTraffic implements AutoCloseable {
  /** Set in all contexts of this class. */
  static final long MARK = 1L << 62;

  private static final int WRITE = 0;
  private static final int READ = 1;
  private static final int ADD = 2;
  private static final int SEND = 3;
  private static final int RECEIVE = 4;
  private static final List<String> NAMES =
      List.of("long write", "long read", "sum", "long send", "long receive");

  private static final long LENGTH = 1 << 20;
  private static final long KEY = 7;
  private static final long TAG = 7;

  private final Node port;
  private final long peer;
  private final boolean[] underWay = new boolean[NAMES.size()];
  private final GuardedRegion memory;
  private final MemorySegment sending;
  private final MemorySegment receiving;
  private final MemorySegment reading;
  private final MemorySegment one;
  private final AtomicTarget sum;
  private final MemoryRegion region;
  private long added;
  private long sent;

  RmaTraffic(Node port, long peer) {
    this.port = port;
    this.peer = peer;
    memory = GuardedRegion.within(port.domain().allocate(GuardedRegion.sizeFor(LENGTH)));
    sending = port.domain().allocate(LENGTH);
    receiving = port.domain().allocate(LENGTH);
    reading = port.domain().allocate(LENGTH);
    one = port.domain().allocate(Long.BYTES);
    one.set(ValueLayout.JAVA_LONG, 0, 1);
    sum = new AtomicTarget(DataType.INT64).destination(peer).key(KEY);
    region = port.domain().register(memory.granted(), AccessFlags.REMOTE, KEY, null);
    receive();
  }

  /** Starts every operation that is not in flight. */
  void post() {
    long place = GuardedRegion.SUMS;
    long length = LENGTH - place;
    if (!underWay[SEND]) {
      Stamp.write(sending, LENGTH, sent);
      begun(SEND, port.endpoint().tsend(sending, LENGTH, peer, TAG, MARK | SEND));
    }
    if (!underWay[WRITE]) {
      begun(WRITE, port.endpoint().write(sending, length, peer, place, KEY, MARK | WRITE));
    }
    if (!underWay[ADD]) {
      sum.address(added % 2 * Long.BYTES);
      begun(ADD, port.endpoint().atomic(one, sum, AtomicOperation.SUM, MARK | ADD));
    }
    if (!underWay[READ]) {
      begun(READ, port.endpoint().read(reading, length, peer, place, KEY, MARK | READ));
    }
  }

  private void receive() {
    begun(RECEIVE, port.endpoint().trecv(receiving, LENGTH, peer, TAG, 0, MARK | RECEIVE));
  }

  private void begun(int kind, int result) {
    require(result == 0 || result == -Errno.EAGAIN, "posting returned " + result);
    underWay[kind] = result == 0;
  }

  /** The name of the operation with this context. */
  static String nameOf(long context) {
    return NAMES.get((int) (context & ~MARK));
  }

  /** Handles a completion; {@code well} unless it is an error. */
  void complete(long context, boolean well) {
    int kind = (int) (context & ~MARK);
    require(kind < NAMES.size() && underWay[kind], "copy " + kind + " completed twice");
    underWay[kind] = false;
    switch (kind) {
      case ADD -> added += well ? 1 : 0;
      case SEND -> sent++;
      case RECEIVE -> {
        require(
            !well || Stamp.isWhole(receiving, LENGTH), "half a message of " + LENGTH + " bytes");
        receive();
      }
      default -> {}
    }
  }

  /** Number of unfinished copies towards the peer. */
  int outstanding() {
    int count = 0;
    for (int kind = 0; kind < RECEIVE; kind++) {
      count += underWay[kind] ? 1 : 0;
    }
    return count;
  }

  /** Checks this side's memory after the peer's end. */
  void checkMemory() {
    memory.check();
    added = 0;
  }

  private static void require(boolean right, String otherwise) {
    if (!right) {
      throw new SoakFailure(otherwise);
    }
  }

  @Override
  public void close() {
    region.close();
  }
}
