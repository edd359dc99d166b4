package dev.weft.cli.perf.port;

import dev.weft.cli.perf.plan.PerfFailure;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.plan.WaitMode;
import dev.weft.cli.workload.CompletionLedger;
import dev.weft.fabric.Errno;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * One end of a measurement, with either API: posts operations and reads one completion queue. Used
 * by one thread.
 *
 * <pre>
 *   context of an operation    63..60 kind | 59..0 its number in the ledger of that kind
 * </pre>
 *
 * Every posted operation is entered in the {@link CompletionLedger} of its kind, and every
 * completion is checked against it.
 */
public abstract class Port implements AutoCloseable {
  /** Receives each message that arrives. Must not read the queue itself. */
  @FunctionalInterface
  public interface Arrival {

    /**
     * Receive {@code number} has completed.
     *
     * @param sentAt when it was sent, by {@link System#nanoTime}, or {@link #UNTIMED}
     */
    void arrived(long number, long length, long sentAt);
  }

  /** The time of a message that does not carry one. */
  public static final long UNTIMED = Long.MIN_VALUE;

  /** Kinds of operations: messages, the control messages between rounds, one-sided operations. */
  public static final int SEND = 0;

  public static final int RECEIVE = 1;
  static final int CONTROL_SEND = 2;
  static final int CONTROL_RECEIVE = 3;
  public static final int REMOTE = 4;

  private static final int KINDS = 5;
  private static final int KIND_SHIFT = 60;

  /** Maximum number of completions per read. */
  static final int BATCH = 64;

  private final boolean sleeps;
  private final CompletionLedger[] ledgers = new CompletionLedger[KINDS];
  private final CompletionTimeout timeout;
  private Arrival arrival = (number, length, sentAt) -> {};
  private LongConsumer ending = number -> {};
  private long lastLength;
  private Port companion;

  /** Opens an unconnected end. */
  Port(TestCase row) {
    this.timeout = new CompletionTimeout(row.patience());
    this.sleeps = row.waitMode() != WaitMode.SPIN;
    for (int kind = 0; kind < KINDS; kind++) {
      ledgers[kind] = new CompletionLedger(row.slots() + TestCase.SPARE);
    }
  }

  /** The address of this end. */
  public abstract byte[] name();

  /** Connects to the other end. */
  public abstract void connect(byte[] name);

  /** Allocates memory for operations; freed with this end. */
  abstract MemorySegment allocate(long bytes);

  /** Allocates, once, memory that the other end may access at addresses from 0 on. */
  abstract MemorySegment allocateWindow(long bytes);

  /**
   * Posts one operation.
   *
   * @param place the tag, or the address in the other end's window
   * @param expected the value that COMPARE_SWAP replaces
   * @return 0, -FI_EAGAIN if completions must be read first, or another negative error number
   */
  abstract int tryPost(
      Operation operation,
      MemorySegment buffer,
      long length,
      long place,
      long expected,
      long context);

  /** Makes the link of the messages, unless the signals share it. Both ends are connected. */
  public void link() {}

  /** Sends a number to the other end. */
  public abstract void signal(long number);

  /** Waits for a number from the other end. */
  public abstract long awaitSignal();

  /** Reads completions without waiting and {@link #settle}s each. Returns how many. */
  abstract int poll();

  /** {@link #poll}, but waits up to half a second for the first completion. */
  abstract int sleep();

  /** From now on the waits of both ends poll both, because one thread drives them. */
  public final void driveWith(Port other) {
    companion = other;
    other.companion = this;
  }

  /** Sets the listener for messages that arrive. */
  public final void onArrival(Arrival listener) {
    arrival = listener;
  }

  /** Sets the listener for the numbers of completed one-sided operations. */
  public final void onEnd(LongConsumer listener) {
    ending = listener;
  }

  /** Allocates buffers for this many messages, each starting on its own cache line. */
  public final MemorySegment[] buffers(int count, int size) {
    return parts(allocate(count * stride(size)), size);
  }

  /** Allocates buffers, once, that the other end accesses. */
  public final MemorySegment[] window(int count, int size) {
    return parts(allocateWindow(count * stride(size)), size);
  }

  private static MemorySegment[] parts(MemorySegment all, int size) {
    MemorySegment[] parts = new MemorySegment[(int) (all.byteSize() / stride(size))];
    for (int slot = 0; slot < parts.length; slot++) {
      parts[slot] = all.asSlice(slot * stride(size), size);
    }
    return parts;
  }

  /** The distance between two buffers. */
  public static long stride(int size) {
    return Math.max(64, (size + 63L) & -64L);
  }

  /** Posts an operation as soon as there is room for it. */
  public final void post(Operation operation, MemorySegment buffer, long length, long place) {
    post(operation, buffer, length, place, 0);
  }

  /** Posts an operation of which {@code expected} matters as soon as there is room for it. */
  public final void post(
      Operation operation, MemorySegment buffer, long length, long place, long expected) {
    while (!accepts(operation, buffer, length, place, expected)) {
      spinOnce();
    }
  }

  /** Posts a receive, unless completions must be read first. */
  public final boolean tryReceive(MemorySegment buffer) {
    return accepts(Operation.RECEIVE, buffer, buffer.byteSize(), 0, 0);
  }

  private boolean accepts(
      Operation operation, MemorySegment buffer, long length, long place, long expected) {
    CompletionLedger ledger = ledgers[operation.ledger];
    long context = ((long) operation.ledger << KIND_SHIFT) | ledger.next();
    int result = tryPost(operation, buffer, length, place, expected, context);
    if (result == 0) {
      ledger.accept();
    } else if (result != -Errno.EAGAIN) {
      throw new PerfFailure("An operation was refused: " + describe(result) + ".");
    }
    return result == 0;
  }

  /** The name of an error number of either sign; both APIs use C's numbers. */
  public static String describe(int errno) {
    return Errno.name(errno) + ", " + Errno.strerror(errno);
  }

  /** Reads completions, waiting for the first. */
  public final int await() {
    int count = maySleep() ? sleep() : poll();
    return count > 0 ? count : awaitPatiently();
  }

  private boolean maySleep() {
    return sleeps && companion == null;
  }

  private int awaitPatiently() {
    int count = 0;
    while (count == 0) {
      count = maySleep() && !timeout.isShort() ? sleepOnce() : spinOnce();
    }
    return count;
  }

  private int sleepOnce() {
    timeout.check(this);
    return sleep();
  }

  /** Reads completions while no operation can be posted. */
  final int spinOnce() {
    Thread.onSpinWait();
    timeout.spin(this);
    if (companion != null) {
      companion.poll();
    }
    return poll();
  }

  /** Waits until every operation of this kind has completed. */
  public final void awaitAll(int kind) {
    while (ledgers[kind].outstanding() > 0) {
      await();
    }
  }

  /** Waits until every operation has completed, then checks for surplus completions. */
  public void finish() {
    for (int kind = 0; kind < KINDS; kind++) {
      awaitAll(kind);
    }
    for (int look = 0; look < BATCH; look++) {
      poll();
    }
  }

  /**
   * Accounts for a completion.
   *
   * @param length of a message that arrived
   * @param sentAt when it was sent, or {@link #UNTIMED}
   */
  final void settle(long context, long length, long sentAt) {
    timeout.reset();
    int kind = kind(context);
    ledgers[kind].complete(number(context));
    if (kind == REMOTE) {
      ending.accept(number(context));
    } else if (kind == RECEIVE) {
      lastLength = length;
      arrival.arrived(number(context), length, sentAt);
    }
  }

  /** Describes a failed operation. */
  final PerfFailure failed(long context, String why) {
    ledgers[kind(context)].complete(number(context));
    return new PerfFailure("An operation failed: " + why + ".");
  }

  private static int kind(long context) {
    return (int) (context >>> KIND_SHIFT) % KINDS;
  }

  /** The number of an operation in its ledger. */
  static long number(long context) {
    return context & ((1L << KIND_SHIFT) - 1);
  }

  /** The ledger of this kind. */
  public final CompletionLedger ledger(int kind) {
    return ledgers[kind];
  }

  /** The length of the last message that arrived. */
  public final long lastLength() {
    return lastLength;
  }

  /** Number of accepted operations. */
  public final long posted() {
    return sum(CompletionLedger::posted);
  }

  /** Number of those that completed. */
  public final long seen() {
    return sum(CompletionLedger::seen);
  }

  /** Number of duplicate completions. */
  public final long duplicated() {
    return sum(CompletionLedger::duplicated);
  }

  private long sum(ToLongFunction<CompletionLedger> count) {
    long sum = 0;
    for (CompletionLedger ledger : ledgers) {
      sum += count.applyAsLong(ledger);
    }
    return sum;
  }

  @Override
  public abstract void close();
}
