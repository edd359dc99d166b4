package dev.weft.wire;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** The races of {@link FrameRingTests} on mapped memory, where fences order the accesses. */
public final class MappedFrameRingTests {
  private static final int BYTES = (int) FrameRing.bytesFor(128);
  private static final int PLACES = 1 << 16;
  private static final ByteBuffer MEMORY = ByteBuffer.allocateDirect(PLACES * BYTES);
  private static final AtomicInteger TAKEN = new AtomicInteger();

  private MappedFrameRingTests() {}

  /** A ring in memory that was last used 65,536 tests ago. */
  private static FrameRing ring() {
    int place = TAKEN.getAndIncrement() & (PLACES - 1);
    ByteBuffer memory = MEMORY.slice(place * BYTES, BYTES);
    for (int at = 0; at < BYTES; at += Long.BYTES) {
      memory.putLong(at, 0);
    }
    return new FrameRing(memory);
  }

  /** Publishing while reading. */
  @JCStressTest
  @State
  @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "read before either was there")
  @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "the first came between")
  @Outcome(id = "1, 0, 2", expect = Expect.ACCEPTABLE, desc = "the second was not there yet")
  @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "both were there")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, out of order, or torn")
  public static class PublishBesideRead extends FrameRingTests.Ring {
    public PublishBesideRead() {
      super(ring(), 0);
    }

    @Actor
    public void writes() {
      write(1);
      write(2);
    }

    @Actor
    public void reads(JJJ_Result result) {
      result.r1 = read();
      result.r2 = read();
    }

    @Arbiter
    public void rest(JJJ_Result result) {
      result.r3 = read();
    }
  }

  /** A full ring: released room is written again while the reader goes on. */
  @JCStressTest
  @State
  @Outcome(id = "1, 23, 4", expect = Expect.ACCEPTABLE, desc = "room was given back in time")
  @Outcome(id = "1, 23, 0", expect = Expect.ACCEPTABLE, desc = "full, or written after the look")
  @Outcome(expect = Expect.FORBIDDEN, desc = "payload taken for a header, or a frame overwritten")
  public static class WrapBesideRead extends FrameRingTests.Ring {
    public WrapBesideRead() {
      super(ring(), 3);
    }

    @Actor
    public void writes() {
      write(4);
    }

    @Actor
    public void reads(JJJ_Result result) {
      result.r1 = read();
      result.r2 = read() * 10 + read();
      result.r3 = read();
    }
  }
}
