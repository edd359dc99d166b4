package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.MultiReceive;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The other fields of an entry: FL-011, FL-013, FL-016 to FL-020. */
public final class CompletionFieldClauses {

  private static final String FIELDS = "fi_cq(3), completion fields";
  private static final long MAX_TRIED = 4 << 20;

  private CompletionFieldClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("FL-011", Level.REQUIRED, FIELDS + ", op_context")
            .says("op_context is the operation's context, bit for bit, also 0 and when shared")
            .lookAt("contexts used as keys or as flags inside the provider")
            .check(CompletionFieldClauses::contextBitForBit),
        clause("FL-013", Level.REQUIRED, FIELDS + ", len")
            .says("len of a receive is the length of the message, not of the buffer")
            .lookAt("which length is stored for short and for rendezvous messages")
            .check(CompletionFieldClauses::lengthOfTheMessage),
        clause("FL-016", Level.REQUIRED, FIELDS + ", len")
            .says("a message without a byte completes with len 0, and with its data")
            .lookAt("branches that treat length 0 as nothing to do")
            .check(CompletionFieldClauses::emptyMessages),
        clause("FL-017", Level.REQUIRED, FIELDS + ", buf")
            .says("buf of a multi-receive entry is where that message starts")
            .lookAt("the address of the part of the buffer that the message was given")
            .needs(Capabilities.MULTI_RECV)
            .check(CompletionFieldClauses::bufferOfTheMessage),
        clause("FL-018", Level.REQUIRED, FIELDS + ", data")
            .says("data arrives exact to the bit where it was sent, and counts only then")
            .lookAt("the width and byte order of the data on its way")
            .check(CompletionFieldClauses::dataRoundTrip),
        clause("FL-019", Level.REQUIRED, FIELDS + ", tag")
            .says("tag is the sender's, with the bits that the receive ignores")
            .lookAt("whether the posted or the sent tag is stored")
            .needs(Capabilities.TAGGED)
            .check(CompletionFieldClauses::tagOfTheSender),
        clause("FL-020", Level.UNSTATED, FIELDS)
            .says("fields that do not apply hold no leftovers of earlier entries")
            .lookAt("fields of a reused record that are not cleared")
            .needs(Capabilities.TAGGED)
            .check(CompletionFieldClauses::noLeftovers));
  }

  private static void contextBitForBit(Trial trial) {
    Talk talk = Talk.on(trial);
    for (long context : new long[] {0, -1, 1, Long.MIN_VALUE, 0x1122334455667788L}) {
      for (int twice = 0; twice < 2; twice++) {
        talk.recv(talk.memory(16), context);
        talk.send(talk.text(16, context), context);
      }
      for (Entry entry : talk.received(2)) {
        equal(context, entry.context(), "context of a receive");
      }
      for (Entry entry : talk.sent(2)) {
        equal(context, entry.context(), "context of a send");
      }
    }
  }

  private static void lengthOfTheMessage(Trial trial) {
    Talk talk = Talk.on(trial);
    long largest = Math.min(talk.bench().info().endpoint().maxMessageSize(), MAX_TRIED);
    MemorySegment buffer = talk.memory(largest);
    long lengthOfSend = 0;
    for (long length : new long[] {0, 1, 4096, 70_001, largest}) {
      if (length <= largest) {
        talk.recv(buffer, 1);
        talk.send(talk.text(length, length), 2);
        equal(length, talk.received().length(), "len of a message of %d bytes", length);
        Pattern.expect(buffer.asSlice(0, length), length, "a message of %d bytes", length);
        lengthOfSend = talk.sent().length();
        that(lengthOfSend == 0 || lengthOfSend == length, "len of its send: %d", lengthOfSend);
      }
    }
    if (lengthOfSend != 0) {
      trial.chose("len of a send is its size");
    }
  }

  private static void emptyMessages(Trial trial) {
    Talk talk = Talk.on(trial);
    MemorySegment buffer = talk.memory(16);
    Sentinel.fill(buffer);
    talk.recv(buffer, 1);
    talk.send(buffer.asSlice(0, 0), 2);
    Entry plain = talk.received();
    equal(0L, plain.length(), "len of an empty message");
    that(plain.has(CompletionFlags.RECV), "an empty message should have FI_RECV: %s", plain);
    talk.recv(buffer, 3);
    talk.post("senddata", () -> talk.near().sendData(null, 0, 0x1234, talk.toReceiver(), 4));
    Entry data = talk.received();
    equal(0L, data.length(), "len of an empty message with data");
    that(data.has(CompletionFlags.RECV | CompletionFlags.REMOTE_CQ_DATA), "flags of %s", data);
    equal(0x1234L, data.data(), "data of an empty message");
    Sentinel.untouched(buffer, 0, "the buffer of two empty messages");
    talk.sent(2);
  }

  private static void bufferOfTheMessage(Trial trial) {
    Talk talk = Talk.on(trial);
    MultiReceive.minimum(talk, 1);
    MemorySegment buffer = talk.memory(200);
    talk.recvMsg(buffer, 1, OperationFlags.MULTI_RECV);
    for (int i = 0; i < 3; i++) {
      talk.send(talk.text(30, i), i);
    }
    long index = 0;
    for (Entry entry : talk.received(3)) {
      long offset = entry.buffer() - buffer.address();
      that(offset >= 0 && offset + 30 <= 200, "message %d lies at offset %d of 200", index, offset);
      Pattern.expect(buffer.asSlice(offset, 30), index, "message %d, at buf", index);
      index++;
    }
    ordinaryBuffer(trial, talk);
  }

  private static void ordinaryBuffer(Trial trial, Talk talk) {
    talk.cancel(1);
    talk.arrivals().rest(talk.receiver().receive());
    MemorySegment ordinary = talk.memory(30);
    talk.recv(ordinary, 2);
    talk.send(talk.text(30, 4), 4);
    long buf = talk.received().buffer();
    that(buf == 0 || buf == ordinary.address(), "buf of an ordinary receive is 0x%x", buf);
    if (buf != 0) {
      trial.chose("buf is also filled for ordinary receives");
    }
  }

  private static void dataRoundTrip(Trial trial) {
    Talk talk = Talk.on(trial);
    long bytes = talk.bench().info().domain().completionDataSize();
    that(bytes >= 4 && bytes <= 8, "cq_data_size is %d, allowed 4 to 8", bytes);
    long mask = -1L >>> (Long.SIZE - bytes * Byte.SIZE);
    MemorySegment text = talk.text(16, 1);
    for (long data : new long[] {0x1122334455667788L, -1, 0, Long.MIN_VALUE}) {
      talk.recv(talk.memory(16), 1);
      talk.post(
          "senddata", () -> talk.near().sendData(text, 16, data & mask, talk.toReceiver(), 2));
      Entry entry = talk.received();
      that(entry.has(CompletionFlags.REMOTE_CQ_DATA), "flags of a message with data: %s", entry);
      equal(data & mask, entry.data(), "data that was sent");
    }
    talk.recv(talk.memory(16), 1);
    talk.post(
        "sendmsg without FI_REMOTE_CQ_DATA",
        () -> talk.near().sendMsg(Messages.message(text, talk.toReceiver(), 2).data(9), 0));
    Entry without = talk.received();
    that(!without.has(CompletionFlags.REMOTE_CQ_DATA), "data sent without the flag: %s", without);
  }

  private static void tagOfTheSender(Trial trial) {
    Talk talk = Talk.on(trial);
    talk.trecv(talk.memory(16), 0xAB00, 0xFF, 1);
    talk.tsend(talk.text(16, 1), 0xAB42, 2);
    equal(0xAB42L, talk.received().tag(), "tag of a receive posted with 0xab00 ignoring 0xff");
    talk.trecv(talk.memory(16), 0, -1L, 3);
    talk.tsend(talk.text(16, 2), 0xFEDCBA9876543210L, 4);
    equal(0xFEDCBA9876543210L, talk.received().tag(), "tag of a receive that ignores all bits");
  }

  private static void noLeftovers(Trial trial) {
    Talk talk = Talk.on(trial);
    MemorySegment text = talk.text(16, 1);
    for (int i = 0; i < 4; i++) {
      talk.trecv(talk.memory(16), 0x5A, 0, 1);
      talk.post(
          "tsenddata", () -> talk.near().tsendData(text, 16, 0x66, talk.toReceiver(), 0x5A, 2));
      talk.received();
      talk.recv(talk.memory(16), 3);
      talk.send(text, 4);
      Entry plain = talk.received();
      equal(0L, plain.data(), "data of a message without data after one with data");
      equal(0L, plain.tag(), "tag of an untagged message after a tagged one");
      for (Entry sent : talk.sent(2)) {
        equal(0L, sent.data(), "data of %s", sent);
        equal(0L, sent.buffer(), "buf of %s", sent);
      }
    }
    trial.chose("fields that do not apply are 0");
  }
}
