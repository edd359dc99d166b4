package dev.weft.conformance.fabric.message;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.MultiReceive;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.Errno;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** One buffer for many messages: FL-006, FL-007, EP-037 to EP-041. */
public final class MultiReceiveClauses {

  private static final String FLAGS = "fi_cq(3), completion flags";
  private static final String MULTI = "fi_msg(3), FI_MULTI_RECV";
  private static final long MULTI_RECV = OperationFlags.MULTI_RECV;
  private static final long GUARD = 64;

  private MultiReceiveClauses() {}

  public static List<Clause> fieldClauses() {
    return List.of(
        clause("FL-006", Level.REQUIRED, FLAGS)
            .says("FI_MULTI_RECV says, once, that the multi-receive buffer was released")
            .lookAt("which entries of a multi-receive buffer get the bit")
            .needs(Capabilities.MULTI_RECV)
            .check(MultiReceiveClauses::multiReceiveFlag),
        clause("FL-007", Level.PERMITTED, FLAGS)
            .says("the release comes with the last message or in an entry of its own")
            .lookAt("the context, length and bits of the entry that releases the buffer")
            .needs(Capabilities.MULTI_RECV)
            .check(MultiReceiveClauses::formOfTheRelease));
  }

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-037", Level.REQUIRED, MULTI)
            .says("messages lie in the buffer one after another, each at its entry's buf")
            .lookAt("the offset at which the next message is placed")
            .needs(Capabilities.MULTI_RECV)
            .check(MultiReceiveClauses::oneAfterAnother),
        clause("EP-038", Level.REQUIRED, "fi_endpoint(3), FI_OPT_MIN_MULTI_RECV")
            .says("the buffer is released once its free space is below the minimum")
            .lookAt("the comparison of the free space with FI_OPT_MIN_MULTI_RECV")
            .needs(Capabilities.MULTI_RECV)
            .check(MultiReceiveClauses::releasedBelowMinimum),
        clause("EP-039", Level.UNSTATED, MULTI)
            .says("a message longer than the free space is never written past the buffer's end")
            .lookAt("the free space after a message that did not fit: it must not wrap around")
            .needs(Capabilities.MULTI_RECV)
            .check(MultiReceiveClauses::longerThanTheFreeSpace),
        clause("EP-040", Level.REQUIRED, MULTI)
            .says("the release comes after the last message, and nothing is written afterwards")
            .lookAt("transfers into the buffer that are under way when it is released")
            .needs(Capabilities.MULTI_RECV)
            .check(MultiReceiveClauses::nothingAfterTheRelease),
        clause("EP-041", Level.REQUIRED, "fi_msg(3), FI_TRANSMIT_COMPLETE")
            .says("FI_TRANSMIT_COMPLETE on a receive into host memory changes nothing")
            .lookAt("the flags that recvmsg knows")
            .check(MultiReceiveClauses::transmitCompleteReceive));
  }

  /** A buffer with a guard area behind it. */
  private record Guarded(MemorySegment memory, MemorySegment buffer) {

    static Guarded of(Talk talk, long bytes) {
      MemorySegment memory = talk.memory(bytes + GUARD);
      Sentinel.fill(memory);
      return new Guarded(memory, memory.asSlice(0, bytes));
    }

    boolean contains(Entry entry) {
      long offset = entry.buffer() - buffer.address();
      return offset >= 0 && offset + entry.length() <= buffer.byteSize();
    }

    MemorySegment part(Entry entry) {
      long offset = entry.buffer() - buffer.address();
      that(contains(entry), "%s lies at offset %d of %d", entry, offset, buffer.byteSize());
      return buffer.asSlice(offset, entry.length());
    }

    void endUntouched() {
      Sentinel.untouched(memory, buffer.byteSize(), "memory behind a multi-receive buffer");
    }
  }

  /** Four messages of 24 bytes into a buffer of 100 bytes that is released below 16. */
  private static List<Outcome> fillMultiReceiveBuffer(Talk talk) {
    MultiReceive.minimum(talk, 16);
    talk.recvMsg(talk.memory(100), 50, OperationFlags.MULTI_RECV);
    for (int i = 0; i < 4; i++) {
      talk.send(talk.text(24, i), i);
    }
    return talk.arrivals().rest(talk.receiver().receive());
  }

  private static void multiReceiveFlag(Trial trial) {
    List<Outcome> seen = fillMultiReceiveBuffer(Talk.on(trial));
    long released = seen.stream().filter(MultiReceive::releases).count();
    equal(1L, released, "entries with FI_MULTI_RECV of one buffer, in %s", seen);
    that(MultiReceive.releases(seen.getLast()), "the release should come last: %s", seen);
  }

  private static void formOfTheRelease(Trial trial) {
    List<Outcome> seen = fillMultiReceiveBuffer(Talk.on(trial));
    equal(4L, seen.stream().filter(MultiReceive::isMessage).count(), "messages in %s", seen);
    for (Outcome outcome : seen) {
      equal(50L, outcome.context(), "context of %s", outcome);
    }
    Outcome last = seen.getLast();
    that(MultiReceive.releases(last), "the buffer was not released: %s", seen);
    if (!MultiReceive.isMessage(last)) {
      equal(0L, last.entry().length(), "len of an entry that only releases");
      equal(0L, last.entry().buffer(), "buf of an entry that only releases");
    }
    trial.chose(
        "the release comes %s",
        MultiReceive.isMessage(last) ? "with the last message" : "in an entry of its own");
  }

  private static void oneAfterAnother(Trial trial) {
    Talk talk = Talk.on(trial);
    MultiReceive.minimum(talk, 1);
    Guarded guarded = Guarded.of(talk, 200);
    talk.recvMsg(guarded.buffer(), 7, MULTI_RECV);
    long[] lengths = {30, 1, 0, 40};
    for (int i = 0; i < lengths.length; i++) {
      talk.send(talk.text(lengths[i], i), i);
    }
    long end = guarded.buffer().address();
    int message = 0;
    for (Entry entry : talk.received(lengths.length)) {
      equal(7L, entry.context(), "context of message %d", message);
      equal(lengths[message], entry.length(), "len of message %d", message);
      that(entry.buffer() >= end, "message %d overlaps the one before: %s", message, entry);
      Pattern.expect(guarded.part(entry), message, "message %d", message);
      end = entry.buffer() + entry.length();
      message++;
    }
    Sentinel.untouched(
        guarded.memory(), end - guarded.memory().address(), "memory behind the last message");
  }

  private static void releasedBelowMinimum(Trial trial) {
    Talk talk = Talk.on(trial);
    MultiReceive.minimum(talk, 16);
    Guarded first = Guarded.of(talk, 100);
    Guarded second = Guarded.of(talk, 100);
    talk.recvMsg(first.buffer(), 1, MULTI_RECV);
    talk.recvMsg(second.buffer(), 2, MULTI_RECV);
    for (int i = 0; i < 3; i++) {
      talk.send(talk.text(30, i), i);
    }
    List<Outcome> seen = talk.arrivals().rest(talk.receiver().receive());
    equal(3L, messages(seen, 1), "messages of 30 bytes in 100 bytes, minimum 16: %s", seen);
    equal(1L, releases(seen, 1), "releases of a buffer with 10 free bytes: %s", seen);
    talk.send(talk.text(30, 3), 3);
    seen = talk.arrivals().rest(talk.receiver().receive());
    equal(1L, messages(seen, 2), "messages in the next buffer: %s", seen);
    equal(0L, releases(seen, 2), "releases of the next buffer: %s", seen);
    first.endUntouched();
    second.endUntouched();
  }

  private static long messages(List<Outcome> seen, long context) {
    return seen.stream().filter(o -> o.context() == context && MultiReceive.isMessage(o)).count();
  }

  private static long releases(List<Outcome> seen, long context) {
    return seen.stream().filter(o -> o.context() == context && MultiReceive.releases(o)).count();
  }

  private static void longerThanTheFreeSpace(Trial trial) {
    Talk talk = Talk.on(trial);
    MultiReceive.minimum(talk, 16);
    List<Guarded> buffers = new ArrayList<>();
    List<Outcome> seen = new ArrayList<>();
    long[] lengths = {30, 90, 20};
    for (int i = 0; i < 3; i++) {
      Guarded guarded = Guarded.of(talk, 100);
      buffers.add(guarded);
      talk.recvMsg(guarded.buffer(), i, MULTI_RECV);
      if (i == 0) {
        for (long length : lengths) {
          talk.send(talk.text(length, length), length);
        }
      }
      seen.addAll(talk.arrivals().rest(talk.receiver().receive()));
    }
    long whole = seen.stream().filter(MultiReceive::isMessage).count();
    long truncated = seen.stream().filter(Outcome::failed).count();
    equal(3L, whole + truncated, "messages of 30, 90 and 20 bytes accounted for, in %s", seen);
    buffers.forEach(Guarded::endUntouched);
    seen.forEach(outcome -> intact(buffers, outcome));
    trial.chose(
        "a message of 90 bytes for 70 free ones is %s",
        truncated == 0 ? "placed in the next buffer" : "truncated");
  }

  private static void intact(List<Guarded> buffers, Outcome outcome) {
    if (outcome.failed()) {
      equal(Errno.ETRUNC, outcome.failure().error(), "err of %s", outcome);
    } else if (MultiReceive.isMessage(outcome)) {
      Entry entry = outcome.entry();
      boolean known = entry.context() >= 0 && entry.context() < buffers.size();
      that(known, "the context is no receive's, in %s", entry);
      Guarded home = buffers.get((int) entry.context());
      Pattern.expect(home.part(entry), entry.length(), "a message of %d bytes", entry.length());
    }
  }

  private static void nothingAfterTheRelease(Trial trial) {
    Talk talk = Talk.on(trial);
    long length = Math.min(talk.bench().info().endpoint().maxMessageSize(), 100_000);
    MultiReceive.minimum(talk, length);
    List<Guarded> buffers = List.of(Guarded.of(talk, 4 * length), Guarded.of(talk, 6 * length));
    for (int i = 0; i < 2; i++) {
      talk.recvMsg(buffers.get(i).buffer(), i, MULTI_RECV);
    }
    for (int i = 0; i < 8; i++) {
      talk.send(talk.text(length, i), i);
    }
    boolean released = false;
    for (int message = 0; message < 8; ) {
      Outcome outcome = talk.arrivals().outcomes(talk.receiver().receive(), 1).getFirst();
      that(!outcome.failed(), "a message failed: %s", outcome);
      that(!released || outcome.context() == 1, "an entry after the release: %s", outcome);
      if (MultiReceive.isMessage(outcome)) {
        Entry entry = outcome.entry();
        Pattern.expect(
            buffers.get((int) entry.context()).part(entry), message, "message %d", message);
        message++;
      }
      if (MultiReceive.releases(outcome)) {
        released = true;
        Sentinel.fill(buffers.get((int) outcome.context()).memory());
      }
    }
    that(released, "a buffer for 4 of 8 messages was never released");
    Sentinel.untouched(buffers.getFirst().memory(), 0, "a buffer after its release");
  }

  private static void transmitCompleteReceive(Trial trial) {
    Talk talk = Talk.on(trial);
    MemorySegment buffer = talk.memory(64);
    talk.recvMsg(buffer, 1, OperationFlags.TRANSMIT_COMPLETE);
    talk.send(talk.text(64, 5), 2);
    Entry entry = talk.received();
    equal(1L, entry.context(), "context of a receive with FI_TRANSMIT_COMPLETE");
    equal(64L, entry.length(), "len of a receive with FI_TRANSMIT_COMPLETE");
    Pattern.expect(buffer, 5, "a message received with FI_TRANSMIT_COMPLETE");
    talk.nothingReceived("after its only entry");
  }
}
