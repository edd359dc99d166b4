package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Trial;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/**
 * Memory for checks of atomic operations: the receiver's elements, which the sender changes, and
 * the sender's buffers. Each has room for {@link #ELEMENTS} elements of the largest type.
 */
public final class AtomicBench {

  /** Elements of one operation. */
  public static final int ELEMENTS = 16;

  private static final long ROOM = 32L * ELEMENTS;

  private final Talk talk;
  private final Window window;
  private final MemorySegment operands;
  private final MemorySegment compares;
  private final MemorySegment results;

  public AtomicBench(Talk talk) {
    this(talk, 0x77);
  }

  public AtomicBench(Talk talk, long key) {
    this.talk = talk;
    window = new Window(talk, ROOM, AccessFlags.REMOTE | AccessFlags.LOCAL, key);
    operands = talk.memory(ROOM);
    compares = talk.memory(ROOM);
    results = talk.memory(ROOM);
  }

  /** Whether the provider offers endpoints with atomic operations. */
  public static boolean isOffered(Trial trial) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider(trial.provider())
            .capabilities(Capabilities.ATOMIC | Capabilities.MSG)
            .build();
    return Fabrics.explain(hints).stream().anyMatch(InfoResult::matches);
  }

  public Talk talk() {
    return talk;
  }

  public Window window() {
    return window;
  }

  public MemorySegment operands() {
    return operands;
  }

  public MemorySegment compares() {
    return compares;
  }

  public MemorySegment results() {
    return results;
  }

  /** The first elements of the window. */
  public AtomicTarget target(DataType type, long count) {
    return new AtomicTarget(type)
        .destination(talk.toReceiver())
        .address(window.address(0))
        .key(window.key())
        .count(count);
  }

  /** Posts a plain operation and reads its entry. */
  public Entry change(DataType type, AtomicOperation operation, long count, long context) {
    AtomicTarget target = target(type, count);
    talk.post("atomic", () -> talk.near().atomic(operands, target, operation, context));
    return talk.sent();
  }

  /** Posts a fetch operation and reads its entry. */
  public Entry fetch(DataType type, AtomicOperation operation, long count, long context) {
    AtomicTarget target = target(type, count);
    talk.post(
        "fetch_atomic",
        () -> talk.near().fetchAtomic(operands, results, target, operation, context));
    return talk.sent();
  }

  /** Posts a compare operation and reads its entry. */
  public Entry compare(DataType type, AtomicOperation operation, long count, long context) {
    AtomicTarget target = target(type, count);
    talk.post(
        "compare_atomic",
        () -> talk.near().compareAtomic(operands, compares, results, target, operation, context));
    return talk.sent();
  }

  /** The bits of an element. */
  public static BigInteger get(MemorySegment memory, DataType type, int index) {
    byte[] bigEndian = new byte[type.size()];
    for (int i = 0; i < bigEndian.length; i++) {
      long at = (long) index * type.size() + i;
      bigEndian[bigEndian.length - 1 - i] = memory.get(ValueLayout.JAVA_BYTE, at);
    }
    return new BigInteger(1, bigEndian);
  }

  /** Stores the bits of an element. */
  public static void set(MemorySegment memory, DataType type, int index, BigInteger bits) {
    for (int i = 0; i < type.size(); i++) {
      byte part = bits.shiftRight(i * Byte.SIZE).byteValue();
      memory.set(ValueLayout.JAVA_BYTE, (long) index * type.size() + i, part);
    }
  }
}
