package dev.weft.conformance.fabric.message;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.BenchBuilder;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Failure;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.message.IoVector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.function.LongToIntFunction;

/** Matching of messages and receives: EP-025 to EP-028, EP-031, EP-032. */
public final class MessageClauses {

  private static final String MSG = "fi_msg(3)";
  private static final long MAX_TRIED = 64L << 20;
  private static final long ENOUGH_POSTS = 5_000;

  private MessageClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-025", Level.REQUIRED, MSG)
            .says("messages keep their boundaries, from 0 bytes to max_msg_size, and no further")
            .within(Duration.ofSeconds(60))
            .lookAt("the limits of eager and rendezvous messages")
            .check(MessageClauses::boundaries),
        clause("EP-026", Level.REQUIRED, MSG)
            .says("receives are matched in the order of posting, tagged and untagged apart")
            .lookAt("the order of the posted list, and one list for both kinds")
            .needs(Capabilities.TAGGED)
            .check(MessageClauses::postOrder),
        clause("EP-027", Level.REQUIRED, "fi_tagged(3)")
            .says("a tagged message matches iff both tags are equal outside the ignored bits")
            .lookAt("the comparison of the tags: ignored bits on both sides")
            .needs(Capabilities.TAGGED)
            .check(MessageClauses::tagsMatch),
        clause("EP-028", Level.REQUIRED, MSG)
            .says("messages without a receive are held, in order of sending, and by tag")
            .lookAt("the list of unexpected messages")
            .needs(Capabilities.TAGGED)
            .check(MessageClauses::unexpectedMessages),
        clause("EP-031", Level.REQUIRED, MSG)
            .says("a post that returns -FI_EAGAIN was not accepted and never completes")
            .within(Duration.ofSeconds(60))
            .lookAt("what a post has changed already when it finds no room")
            .check(MessageClauses::againIsNotAccepted),
        clause("EP-032", Level.REQUIRED, "fi_cq(3), fi_domain(3)")
            .says(
                "a message longer than its buffer fails at the receiver, once; the sender ends too")
            .lookAt("the sender's completion of a truncated message, small and large")
            .check(MessageClauses::truncatedAtBothEnds));
  }

  private static void boundaries(Trial trial) {
    boundaries(trial, Talk.on(trial));
    BenchBuilder datagrams = Bench.on(trial).type(EndpointType.DGRAM);
    if (Fabrics.explain(datagrams.hints()).stream().anyMatch(InfoResult::matches)) {
      boundaries(trial, Talk.on(datagrams));
    }
  }

  private static void boundaries(Trial trial, Talk talk) {
    long limit = talk.bench().info().endpoint().maxMessageSize();
    long largest = Math.min(limit, MAX_TRIED);
    MemorySegment buffer = talk.memory(largest);
    MemorySegment text = Pattern.fill(talk.memory(largest + 1), 5);
    for (long length : new long[] {0, 1, largest}) {
      talk.recv(buffer, 1);
      talk.send(text.asSlice(0, length), 2);
      equal(length, talk.received().length(), "len of a message of %d bytes", length);
      Pattern.expect(buffer.asSlice(0, length), 5, "a message of %d bytes", length);
      talk.sent();
    }
    gatheredAndScattered(talk);
    if (largest == limit) {
      beyond(trial, talk, text);
    } else {
      trial.chose("max_msg_size is %d; tried up to %d", limit, largest);
    }
  }

  /** A vector is one message, in the order of its buffers; empty ones are ignored. */
  private static void gatheredAndScattered(Talk talk) {
    MemorySegment text = talk.text(100, 6);
    MemorySegment buffer = talk.memory(100);
    IoVector sources =
        IoVector.of(text.asSlice(0, 7), text.asSlice(7, 0), text.asSlice(7, 63), text.asSlice(70));
    IoVector targets =
        IoVector.of(buffer.asSlice(0, 50), buffer.asSlice(50, 1), buffer.asSlice(51));
    talk.post("recvv", () -> talk.far().recvv(targets, Messages.ANYBODY, 1));
    talk.post("sendv", () -> talk.near().sendv(sources, talk.toReceiver(), 2));
    equal(100L, talk.received().length(), "len of a message in several buffers");
    Pattern.expect(buffer, 6, "a message in several buffers");
    talk.sent();
  }

  private static void beyond(Trial trial, Talk talk, MemorySegment text) {
    int returned = talk.near().send(text, text.byteSize(), talk.toReceiver(), 3);
    that(returned < 0, "send of max_msg_size + 1 bytes returned %s", value(returned));
    if (returned != -Errno.EMSGSIZE) {
      trial.chose("send of max_msg_size + 1 bytes gives %s", value(returned));
    }
    talk.nothingSent("after a send that was refused");
  }

  private static void postOrder(Trial trial) {
    Talk talk = Talk.on(trial);
    for (long context = 1; context <= 3; context++) {
      talk.recv(talk.receiver().slot(context), context);
    }
    talk.tsend(talk.text(8, 9), 0, 9);
    for (long message = 11; message <= 13; message++) {
      talk.send(talk.text(8, message), message);
    }
    for (long context = 1; context <= 3; context++) {
      equal(context, talk.received().context(), "context of receive number %d", context);
      Pattern.expect(talk.receiver().slot(context).asSlice(0, 8), context + 10, "its message");
    }
    talk.nothingReceived("with a tagged message and no tagged receive");
    talk.recv(talk.memory(8), 4);
    talk.trecv(talk.memory(8), 0, -1L, 5);
    equal(5L, talk.received().context(), "context of the tagged receive");
    talk.nothingReceived("with an untagged receive and no untagged message");
  }

  /** One row of the matching table. */
  private record Row(long posted, long ignore, long sent, boolean match) {}

  private static void tagsMatch(Trial trial) {
    Talk talk = Talk.on(trial);
    List<Row> rows =
        List.of(
            new Row(0, -1L, 0xDEADBEEFL, true),
            new Row(5, 0, 5, true),
            new Row(5, 0, 4, false),
            new Row(0x10, 0x01, 0x11, true),
            new Row(0x11, 0x01, 0x10, true),
            new Row(0x10, 0x01, 0x12, false),
            new Row(1L << 63, 0, 0, false),
            new Row(1L << 63, 1L << 63, 0, true),
            new Row(-1L, 0xFF00, ~0xFF00L, true),
            new Row(-1L, 0xFF00, ~0x1FF00L, false));
    for (Row row : rows) {
      check(talk, row);
    }
  }

  private static void check(Talk talk, Row row) {
    talk.trecv(talk.memory(8), row.posted(), row.ignore(), 1);
    talk.tsend(talk.text(8, 1), row.sent(), 2);
    if (!row.match()) {
      talk.nothingReceived(row + " should not match");
      talk.trecv(talk.memory(8), row.sent(), 0, 3);
      equal(3L, talk.received().context(), "context of the exact receive, " + row);
      talk.cancel(1);
      equal(1L, talk.failedReceive().context(), "context of the receive left over, " + row);
      return;
    }
    Entry entry = talk.received();
    equal(1L, entry.context(), "context, " + row);
    equal(row.sent(), entry.tag(), "tag, " + row);
  }

  private static void unexpectedMessages(Trial trial) {
    Talk talk = Talk.on(trial);
    long large = Math.min(talk.bench().info().endpoint().maxMessageSize(), 70_000);
    long[] lengths = {8, large, 100};
    for (int i = 0; i < 3; i++) {
      talk.send(talk.text(lengths[i], i), i);
    }
    talk.bench().settle();
    for (int i = 0; i < 3; i++) {
      expect(talk, lengths[i], i);
    }
    for (long tag = 1; tag <= 3; tag++) {
      talk.tsend(talk.text(lengths[(int) tag - 1], tag), tag, tag);
    }
    talk.bench().settle();
    for (long tag = 3; tag >= 1; tag--) {
      MemorySegment buffer = talk.memory(lengths[(int) tag - 1]);
      talk.trecv(buffer, tag, 0, tag);
      equal(tag, talk.received().tag(), "tag, received in reverse order");
      Pattern.expect(buffer, tag, "the message with tag %d", tag);
    }
    talk.sent(6);
  }

  private static void expect(Talk talk, long length, long message) {
    MemorySegment buffer = talk.memory(length);
    talk.recv(buffer, message);
    Entry entry = talk.received();
    equal(message, entry.context(), "context of a receive posted after the message");
    equal(length, entry.length(), "len of message %d", message);
    Pattern.expect(buffer, message, "message %d, sent before its receive", message);
  }

  private static void againIsNotAccepted(Trial trial) {
    Talk talk = Talk.on(Bench.on(trial).size(16));
    long to = talk.toReceiver();
    long sends = untilAgain(i -> talk.near().send(number(talk, i), Long.BYTES, to, i));
    receiveInOrder(talk, sends, true);
    long injects = untilAgain(i -> talk.near().inject(number(talk, i), Long.BYTES, to));
    receiveInOrder(talk, injects, false);
    MemorySegment buffer = talk.memory(Long.BYTES);
    long receives = untilAgain(i -> talk.far().recv(buffer, Long.BYTES, Messages.ANYBODY, i));
    fillInOrder(talk, receives);
    trial.chose(
        "%d sends, %d injects and %d receives are accepted before -FI_EAGAIN (at most %d tried)",
        sends, injects, receives, ENOUGH_POSTS);
  }

  /** How many posts are accepted while no queue is read. */
  private static long untilAgain(LongToIntFunction post) {
    long accepted = 0;
    int returned = 0;
    while (accepted < ENOUGH_POSTS && returned == 0) {
      returned = post.applyAsInt(accepted);
      accepted += returned == 0 ? 1 : 0;
    }
    that(returned == 0 || returned == -Errno.EAGAIN, "a post returned %s", value(returned));
    return accepted;
  }

  private static MemorySegment number(Talk talk, long number) {
    MemorySegment text = talk.memory(Long.BYTES);
    text.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, number);
    return text;
  }

  private static void receiveInOrder(Talk talk, long accepted, boolean reported) {
    for (long message = 0; message < accepted; message++) {
      talk.recv(talk.receiver().slot(message), message);
      equal(message, talk.received().context(), "context of receive number %d", message);
      equal(message, talk.receiver().payload(message), "the message, in order of sending");
      if (reported) {
        equal(message, talk.sent().context(), "context of send number %d", message);
      }
    }
    talk.nothingSent("after the entries of all accepted sends");
    talk.recv(talk.memory(Long.BYTES), accepted);
    talk.nothingReceived("after one message for each accepted send");
    talk.cancel(accepted);
    talk.failedReceive();
  }

  private static void fillInOrder(Talk talk, long accepted) {
    for (long message = 0; message < accepted; message++) {
      talk.send(number(talk, message), message);
      equal(message, talk.received().context(), "context of receive number %d", message);
      talk.sent();
    }
    talk.send(number(talk, 0), 0);
    talk.nothingReceived("after one entry for each accepted receive");
  }

  private static void truncatedAtBothEnds(Trial trial) {
    Talk talk = Talk.on(trial);
    for (long length : new long[] {100, 70_000}) {
      long sent = Math.min(length, talk.bench().info().endpoint().maxMessageSize());
      talk.recv(talk.memory(8), 1);
      talk.send(talk.text(sent, 1), 2);
      Failure failure = talk.failedReceive();
      equal(Errno.ETRUNC, failure.error(), "err of %d bytes received into 8", sent);
      equal(sent, failure.length() + failure.overflowLength(), "len + olen");
      Outcome end = talk.arrivals().outcomes(talk.sender().transmit(), 1).getFirst();
      equal(2L, end.context(), "context of the send's end");
      talk.nothingReceived("after the truncated receive");
      talk.nothingSent("after the end of the send");
      if (end.failed()) {
        trial.chose("the sender of a truncated message gets %s", end);
      }
    }
  }
}
