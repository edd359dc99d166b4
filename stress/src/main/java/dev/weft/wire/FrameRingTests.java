package dev.weft.wire;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The races between the writer and the reader of a ring of frames. */
public final class FrameRingTests {
  private FrameRingTests() {}

  /** A ring with room for few frames, so that every frame overwrites an earlier one. */
  abstract static class Ring {
    static final int KIND = 1;
    static final long PAYLOAD = 8;

    final FrameWriter writer;
    final FrameReader reader;

    Ring() {
      this(FrameRing.inProcess(128), 0);
    }

    /** Publishes this many frames to an empty ring. */
    Ring(FrameRing ring, int frames) {
      writer = ring.writer();
      reader = ring.reader();
      for (int number = 1; number <= frames; number++) {
        write(number);
      }
    }

    final boolean write(long number) {
      long frame = writer.claim(PAYLOAD);
      if (frame == FrameWriter.FULL) {
        return false;
      }
      writer.setWord(frame, 0, number);
      writer.publish(frame, PAYLOAD, KIND, 0, 0, number, number);
      return true;
    }

    /** The number of the next frame, 0 if there is none, -1 if it is torn. */
    final long read() {
      return read(reader.peek());
    }

    final long read(long header) {
      if (header == 0) {
        return 0;
      }
      long number = reader.tag();
      boolean whole =
          FrameReader.payloadLength(header) == PAYLOAD
              && reader.data() == number
              && reader.word(0) == number;
      reader.advance(header);
      reader.giveBack();
      return whole ? number : -1;
    }
  }

  /** Publishing while reading. */
  @JCStressTest
  @State
  @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "read before either was there")
  @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "the first came between")
  @Outcome(id = "1, 0, 2", expect = Expect.ACCEPTABLE, desc = "the second was not there yet")
  @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "both were there")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, out of order, or torn")
  public static class PublishBesideRead extends Ring {
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

  /** A number between two frames, or behind them. */
  @JCStressTest
  @State
  @Outcome(id = "0, 0, 127", expect = Expect.ACCEPTABLE, desc = "read before anything was there")
  @Outcome(id = "0, 1, 27", expect = Expect.ACCEPTABLE, desc = "read before the number was")
  @Outcome(id = "1, 0, 27", expect = Expect.ACCEPTABLE, desc = "read before the number was")
  @Outcome(id = "0, 7, 127", expect = Expect.FORBIDDEN, desc = "the number overtook a frame")
  @Outcome(id = "1, 7, 2", expect = Expect.ACCEPTABLE, desc = "the number came before the frame")
  @Outcome(id = "1, 2, 7", expect = Expect.ACCEPTABLE, desc = "it is found behind the frame")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, found twice, or a torn frame")
  public static class AcknowledgeBesideRead extends Ring {
    @Actor
    public void writes() {
      write(1);
      writer.acknowledge(7);
      write(2);
    }

    private long next() {
      long header = reader.peek();
      if (header != FrameReader.ACKNOWLEDGEMENT) {
        return read(header);
      }
      reader.advance(header);
      return reader.acknowledged();
    }

    @Actor
    public void reads(JJJ_Result result) {
      result.r1 = next();
      result.r2 = next();
    }

    @Arbiter
    public void rest(JJJ_Result result) {
      for (long found = next(); found != 0; found = next()) {
        result.r3 = result.r3 * 10 + found;
      }
    }
  }

  /** A full ring: released room is written again while the reader goes on. */
  @JCStressTest
  @State
  @Outcome(id = "1, 23, 4", expect = Expect.ACCEPTABLE, desc = "room was given back in time")
  @Outcome(id = "1, 23, 0", expect = Expect.ACCEPTABLE, desc = "full, or written after the look")
  @Outcome(expect = Expect.FORBIDDEN, desc = "payload taken for a header, or a frame overwritten")
  public static class WrapBesideRead extends Ring {
    public WrapBesideRead() {
      write(1);
      write(2);
      write(3);
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

  /** The writer publishes and checks the doorbell; the reader arms it and looks for frames. */
  @JCStressTest
  @State
  @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the writer wakes the reader")
  @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the reader sees the frame")
  @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "both")
  @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "a frame, and the reader waits")
  public static class ArmBesidePublish extends Ring {
    public ArmBesidePublish() {
      reader.mayArm();
    }

    @Actor
    public void writes(ZZ_Result result) {
      write(1);
      result.r1 = writer.takeAlarm();
    }

    @Actor
    public void sleeps(ZZ_Result result) {
      reader.arm();
      result.r2 = reader.hasFrame();
    }
  }

  /** {@link ArmBesidePublish} with a full fence of the writer's own, as behind a lock. */
  @JCStressTest
  @State
  @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the writer wakes the reader")
  @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the reader sees the frame")
  @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "both")
  @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "a frame, and the reader waits")
  public static class ArmBesidePublishAndFence extends Ring {
    public ArmBesidePublishAndFence() {
      reader.mayArm();
    }

    @Actor
    public void writes(ZZ_Result result) {
      write(1);
      VarHandle.fullFence();
      result.r1 = writer.takeAlarmAfterFence();
    }

    @Actor
    public void sleeps(ZZ_Result result) {
      reader.arm();
      result.r2 = reader.hasFrame();
    }
  }

  /**
   * The writer asks for room and tries again; the reader gives room back and checks whether room is
   * wanted, as before waiting.
   */
  @JCStressTest
  @State
  @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the writer finds room")
  @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the reader wakes the writer")
  @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "both")
  @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "room, and the writer waits")
  public static class WantRoomBesideGiveBack extends Ring {
    public WantRoomBesideGiveBack() {
      for (long number = 1; write(number); number++) {
        Thread.onSpinWait();
      }
    }

    @Actor
    public void writes(ZZ_Result result) {
      writer.wantRoom();
      result.r1 = write(9);
    }

    @Actor
    public void reads(ZZ_Result result) {
      read();
      VarHandle.fullFence();
      result.r2 = reader.takeWanted();
    }
  }
}
