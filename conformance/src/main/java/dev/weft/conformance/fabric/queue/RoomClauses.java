package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.MultiReceive;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Window;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Completions caused by peers while posted receives hold all room of a queue: CQ-058A and CQ-058B;
 * and the order of messages that wait for room: EP-028A.
 */
public final class RoomClauses {

  private static final String SOURCE = "fi_domain(3), FI_RM_ENABLED";
  private static final int[] SIZES = {1, 2, 8};
  private static final int[] ORDER_SIZES = {4, 8};
  private static final int MAX_RECEIVES = 64;
  private static final int ROUNDS = 3;
  private static final long DATA = 0x1234_5678;
  private static final long CAUSED = 900;

  private RoomClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-058A", Level.REQUIRED, SOURCE)
            .says("a write with data, and messages behind it, arrive at a queue full of receives")
            .lookAt("the room for the target's entry while posted receives hold the queue's")
            .needs(Capabilities.RMA | Capabilities.TAGGED)
            .check(RoomClauses::writesHaveRoom),
        clause("CQ-058B", Level.REQUIRED, SOURCE)
            .says("messages for a multi-receive buffer arrive at a queue full of receives")
            .lookAt("the room for the second entry of one buffer, also at size 1")
            .needs(Capabilities.MULTI_RECV | Capabilities.TAGGED)
            .check(RoomClauses::partsHaveRoom),
        clause("EP-028A", Level.REQUIRED, "fi_endpoint(3), FI_ORDER_SAS")
            .says("messages keep their order when the buffer is cancelled that they went into")
            .lookAt("a message that waits for room while later ones find a receive")
            .needs(Capabilities.MULTI_RECV)
            .check(RoomClauses::cancelKeepsOrder));
  }

  private static void writesHaveRoom(Trial trial) {
    for (int size : SIZES) {
      Talk talk = Talk.on(Bench.on(trial).size(size));
      Window window = Window.open(talk, 64);
      for (int round = 0; round < ROUNDS; round++) {
        int posted = fillWithReceives(talk);
        that(posted > 0, "size=%d: no receive finds room in an empty queue", size);
        window.writeData(talk.text(32, round), DATA, CAUSED);
        sendNumbers(talk, posted);
        List<Entry> entries = talk.received(posted + 1);
        List<Entry> writes = entries.stream().filter(RoomClauses::isWrite).toList();
        equal(1, writes.size(), "size=%d: entries of the write in %s", size, entries);
        equal(DATA, writes.getFirst().data(), "data of %s", writes.getFirst());
        expectNumbers(talk, entries.stream().filter(entry -> !isWrite(entry)).toList());
        Pattern.expect(window.memory().asSlice(0, 32), round, "the written memory");
        equal(CAUSED, talk.sent().context(), "context of the write");
      }
    }
  }

  private static boolean isWrite(Entry entry) {
    return entry.has(CompletionFlags.RMA | CompletionFlags.REMOTE_WRITE);
  }

  private static void partsHaveRoom(Trial trial) {
    for (int size : SIZES) {
      Talk talk = Talk.on(Bench.on(trial).size(size));
      MultiReceive.minimum(talk, 1);
      int messages = 2 * size;
      MemorySegment buffer = talk.memory(16L * messages);
      talk.recvMsg(buffer, CAUSED, OperationFlags.MULTI_RECV);
      int posted = fillWithReceives(talk);
      for (int i = 0; i < messages; i++) {
        MemorySegment number = number(talk, CAUSED + i);
        talk.post("inject", () -> talk.near().inject(number, Long.BYTES, talk.toReceiver()));
      }
      sendNumbers(talk, posted);
      List<Entry> entries = talk.received(messages + posted);
      expectParts(
          buffer, messages, entries.stream().filter(entry -> entry.context() == CAUSED).toList());
      expectNumbers(talk, entries.stream().filter(entry -> entry.context() != CAUSED).toList());
    }
  }

  private static void expectParts(MemorySegment buffer, int messages, List<Entry> parts) {
    equal(messages, parts.size(), "entries of the multi-receive buffer in %s", parts);
    for (int i = 0; i < messages; i++) {
      long offset = parts.get(i).buffer() - buffer.address();
      that(offset >= 0 && offset + Long.BYTES <= buffer.byteSize(), "place of %s", parts.get(i));
      equal(
          CAUSED + i,
          buffer.get(ValueLayout.JAVA_LONG_UNALIGNED, offset),
          "message %d of the multi-receive buffer",
          i);
    }
  }

  /** About as many messages as fill the queue, then a cancel, then two more messages. */
  private static void cancelKeepsOrder(Trial trial) {
    for (int size : ORDER_SIZES) {
      for (int before = size - 1; before < size + 3; before++) {
        Talk talk = Talk.on(Bench.on(trial).size(size));
        MultiReceive.minimum(talk, 1);
        MemorySegment buffer = talk.memory(Long.BYTES * 4L * size);
        talk.recvMsg(buffer, CAUSED, OperationFlags.MULTI_RECV);
        int posted = fill(i -> postReceive(talk, i));
        sendUntagged(talk, 0, before);
        talk.bench().settle();
        talk.post("cancel", () -> talk.far().cancel(CAUSED));
        sendUntagged(talk, before, 2);
        List<Outcome> seen = talk.arrivals().rest(talk.receiver().receive());
        List<Long> numbers = inOrderOfReceives(talk, buffer, seen);
        List<Long> sent = LongStream.range(0, before + 2L).boxed().toList();
        int most = Math.min(before + 2, numbers.size());
        equal(sent.subList(0, most), numbers, "size=%d: numbers in the order of receives", size);
        that(numbers.size() >= Math.min(before + 2, posted), "size=%d: %s lack some", size, seen);
      }
    }
  }

  private static int postReceive(Talk talk, int context) {
    MemorySegment slot = talk.receiver().slot(context);
    return talk.far().recv(slot, slot.byteSize(), Messages.ANYBODY, context);
  }

  private static void sendUntagged(Talk talk, int first, int count) {
    for (int i = first; i < first + count; i++) {
      MemorySegment number = number(talk, i);
      talk.post("inject", () -> talk.near().inject(number, Long.BYTES, talk.toReceiver()));
    }
  }

  /**
   * The messages of the multi-receive buffer, then that of each receive in the order of posting.
   */
  private static List<Long> inOrderOfReceives(Talk talk, MemorySegment buffer, List<Outcome> seen) {
    List<Entry> messages =
        seen.stream().filter(MultiReceive::isMessage).map(Outcome::entry).toList();
    Stream<Long> parts =
        messages.stream()
            .filter(entry -> entry.context() == CAUSED)
            .map(entry -> entry.buffer() - buffer.address())
            .sorted()
            .map(offset -> buffer.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
    Stream<Long> others =
        messages.stream()
            .map(Entry::context)
            .filter(context -> context != CAUSED)
            .sorted()
            .map(talk.receiver()::payload);
    return Stream.concat(parts, others).toList();
  }

  /** Posts tagged receives until one finds no room. Returns how many. */
  private static int fillWithReceives(Talk talk) {
    return fill(
        i -> {
          MemorySegment slot = talk.receiver().slot(i).fill((byte) 0);
          return talk.far().trecv(slot, slot.byteSize(), Messages.ANYBODY, i, 0, i);
        });
  }

  private static int fill(IntUnaryOperator post) {
    for (int posted = 0; posted < MAX_RECEIVES; posted++) {
      int result = post.applyAsInt(posted);
      if (result == -Errno.EAGAIN) {
        return posted;
      }
      returned(0, result, "post of receive %d", posted);
    }
    return MAX_RECEIVES;
  }

  /** Sends one message to each of the first receives of {@link #fillWithReceives}. */
  private static void sendNumbers(Talk talk, int count) {
    for (int i = 0; i < count; i++) {
      long tag = i;
      MemorySegment number = number(talk, i + 1);
      talk.post("tinject", () -> talk.near().tinject(number, Long.BYTES, talk.toReceiver(), tag));
    }
  }

  private static MemorySegment number(Talk talk, long value) {
    MemorySegment slot = talk.sender().slot(value);
    slot.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
    return slot;
  }

  private static void expectNumbers(Talk talk, List<Entry> received) {
    for (int i = 0; i < received.size(); i++) {
      equal((long) i, received.get(i).context(), "context of receive %d", i);
      equal(i + 1L, talk.receiver().payload(i), "the number in receive %d", i);
    }
  }
}
