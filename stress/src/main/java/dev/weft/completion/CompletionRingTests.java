package dev.weft.completion;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** The races of one ring: claiming, publishing and taking entries, reservations, failures. */
public final class CompletionRingTests {
  private static final int STRIDE = 48;
  private static final int TORN = -1;
  private static final int NOTHING = 0;

  private CompletionRingTests() {}

  /** The arguments of a read. */
  private static final class Batch {
    private final MemorySegment entries = Arena.ofAuto().allocate(4L * STRIDE);
    private final MemorySegment sources = Arena.ofAuto().allocate(4L * Long.BYTES);

    int read(CompletionRing ring, int count) {
      return ring.reader().read(entries, STRIDE, count, sources);
    }

    /** The context of an entry if all its words agree, else {@link #TORN}. */
    int context(int entry) {
      long context = word(entry, 0);
      for (int offset = 8; offset < STRIDE; offset += 8) {
        if (word(entry, offset) != context) {
          return TORN;
        }
      }
      long source = sources.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) entry * Long.BYTES);
      return source == context ? (int) context : TORN;
    }

    private long word(int entry, int offset) {
      return entries.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) entry * STRIDE + offset);
    }

    /** Takes one entry: its context, {@link #NOTHING} or {@link #TORN}. */
    int takeOne(CompletionRing ring) {
      return read(ring, 1) == 1 ? context(0) : NOTHING;
    }
  }

  private static void write(CompletionRing ring, long context) {
    ring.writer().write(context, context, context, context, context, context, context);
  }

  /** Two writers at once: both entries are read intact, in some order. */
  @JCStressTest
  @State
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "the first writer claimed first")
  @Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "the second writer claimed first")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an entry is lost, duplicated or torn")
  public static class TwoWriters {
    private final CompletionRing ring = new CompletionRing(2, Sharing.MULTI, null);

    /** Reserves both entries. */
    public TwoWriters() {
      ring.writer().reserve(2);
    }

    @Actor
    public void first() {
      write(ring, 1);
    }

    @Actor
    public void second() {
      write(ring, 2);
    }

    @Arbiter
    public void result(II_Result result) {
      Batch batch = new Batch();
      result.r1 = batch.takeOne(ring);
      result.r2 = batch.takeOne(ring);
    }
  }

  /** A reader and the writer of a slot that still holds the entry of the previous lap. */
  @JCStressTest
  @State
  @Outcome(id = "0, 2", expect = Expect.ACCEPTABLE, desc = "read before it was published")
  @Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "read after it was published")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an old, torn or duplicated entry")
  public static class Publication {
    private final CompletionRing ring = new CompletionRing(1, Sharing.SINGLE, null);
    private final Batch batch = new Batch();

    /** Completes one lap of the ring. */
    public Publication() {
      ring.writer().reserve(1);
      write(ring, 1);
      batch.takeOne(ring);
      ring.writer().reserve(1);
    }

    @Actor
    public void writer() {
      write(ring, 2);
    }

    @Actor
    public void reader(II_Result result) {
      result.r1 = batch.takeOne(ring);
    }

    @Arbiter
    public void rest(II_Result result) {
      result.r2 = batch.takeOne(ring);
    }
  }

  /** Two readers each take one of three entries. */
  @JCStressTest
  @State
  @Outcome(id = "1, 2, 3, 0", expect = Expect.ACCEPTABLE, desc = "the first reader was first")
  @Outcome(id = "2, 1, 3, 0", expect = Expect.ACCEPTABLE, desc = "the second reader was first")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an entry is lost, duplicated, torn or out of order")
  public static class TwoReaders {
    private final CompletionRing ring = new CompletionRing(4, Sharing.MULTI, null);

    /** Publishes all three. */
    public TwoReaders() {
      ring.writer().reserve(3);
      write(ring, 1);
      write(ring, 2);
      write(ring, 3);
    }

    @Actor
    public void first(IIII_Result result) {
      result.r1 = new Batch().takeOne(ring);
    }

    @Actor
    public void second(IIII_Result result) {
      result.r2 = new Batch().takeOne(ring);
    }

    @Arbiter
    public void rest(IIII_Result result) {
      Batch batch = new Batch();
      result.r3 = batch.takeOne(ring);
      result.r4 = batch.takeOne(ring);
    }
  }

  /**
   * A reservation during a read that frees a slot: never granted early, and the slot is safe to
   * use.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "refused: no room yet")
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "granted after the read")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the slot was used again before it was read")
  public static class ReserveBesideRead {
    private final CompletionRing ring = new CompletionRing(1, Sharing.SINGLE, null);

    /** Fills the ring. */
    public ReserveBesideRead() {
      ring.writer().reserve(1);
      write(ring, 1);
    }

    @Actor
    public void writer() {
      if (ring.writer().reserve(1)) {
        write(ring, 2);
      }
    }

    @Actor
    public void reader(II_Result result) {
      result.r1 = new Batch().takeOne(ring);
    }

    @Arbiter
    public void rest(II_Result result) {
      result.r2 = new Batch().takeOne(ring);
    }
  }

  /** Two reservations of one slot: at most one is granted, and a refusal changes nothing. */
  @JCStressTest
  @State
  @Outcome(id = "true, false, 1", expect = Expect.ACCEPTABLE, desc = "the first got it")
  @Outcome(id = "false, true, 1", expect = Expect.ACCEPTABLE, desc = "the second got it")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the slot was reserved twice, or a refusal leaks")
  public static class TwoReservations {
    private final CompletionRing ring = new CompletionRing(2, Sharing.MULTI, null);

    /** Leaves one slot free. */
    public TwoReservations() {
      ring.writer().reserve(1);
    }

    @Actor
    public void first(ZZI_Result result) {
      result.r1 = ring.writer().reserve(1);
    }

    @Actor
    public void second(ZZI_Result result) {
      result.r2 = ring.writer().reserve(1);
    }

    @Arbiter
    public void room(ZZI_Result result) {
      ring.writer().release(2);
      result.r3 = ring.writer().reserve(2) && !ring.writer().reserve(1) ? 1 : 0;
    }
  }

  /** A failure and a success at once: each keeps its place, the failure its details. */
  @JCStressTest
  @State
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "the success claimed first")
  @Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "the failure claimed first")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the failure overtook, vanished or lost its details")
  public static class FailureInOrder {
    private final CompletionRing ring = new CompletionRing(2, Sharing.MULTI, null);

    /** Reserves both entries. */
    public FailureInOrder() {
      ring.writer().reserve(2);
    }

    @Actor
    public void success() {
      write(ring, 1);
    }

    @Actor
    public void failure() {
      ring.writer().writeError(CompletionFailure.of(2, 0, 265).tag(2).build());
    }

    @Arbiter
    public void result(II_Result result) {
      Batch batch = new Batch();
      result.r1 = takeAny(batch);
      result.r2 = takeAny(batch);
    }

    private int takeAny(Batch batch) {
      AtomicReference<CompletionFailure> taken = new AtomicReference<>();
      if (ring.reader().readError(taken::set)) {
        CompletionFailure failure = taken.get();
        return failure.tag() == failure.context() ? (int) failure.context() : TORN;
      }
      return batch.takeOne(ring);
    }
  }
}
