package dev.weft.nic.queuepair.tag;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.MessageTag;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.nic.workqueue.TagRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tagged messages between lists of buffers of any length, compared byte by byte. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class TaggedBuffersTest {
  private static final int MESSAGES = 400;
  private static final int BYTES = 1 << 16;
  private static final int NOTICE = 1 << 19;
  private static final int RENDEZVOUS_DATA = 1 << 18;

  private final TagBench bench = TagBench.connected();
  private final Station sender = bench.sender;
  private final Station receiver = bench.receiver;
  private final Random random = new Random(8);
  private byte[] expected;

  @BeforeEach
  void fill() {
    for (long at = 0; at < BYTES; at++) {
      receiver.memory.set(ValueLayout.JAVA_BYTE, TagBench.SLOTS + at, (byte) (31 * at));
    }
    expected = area().toArray(ValueLayout.JAVA_BYTE);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private MemorySegment area() {
    return receiver.memory.asSlice(TagBench.SLOTS, BYTES);
  }

  @ParameterizedTest
  @ValueSource(ints = {MessageTag.EAGER, MessageTag.RENDEZVOUS})
  void shouldMoveTheBytesOfListsAndNoOther(int kind) {
    for (int tag = 0; tag < MESSAGES; tag++) {
      int length = random.nextInt(tag % 8 == 0 ? 20_000 : 200);
      boolean eager = kind == MessageTag.EAGER;
      int data = eager ? MessageTag.SIZE : RENDEZVOUS_DATA + 1 + random.nextInt(8);
      sender.fill(data, length, tag);
      addReceive(tag, length, data);
      if (eager) {
        bench.header(MessageTag.EAGER, tag);
      } else {
        sender.receive(4, NOTICE, 64);
        bench.rendezvousHeader(tag, data, sender.region.key(), length);
      }
      send(eager ? MessageTag.SIZE + length : MessageTag.RENDEZVOUS_SIZE);
      assertEquals(length, received().byteLength);
      sender.sends.expect(9, WcStatus.SUCCESS);
      if (!eager) {
        sender.receives.expect(4, WcStatus.SUCCESS);
      }
      assertArrayEquals(expected, area().toArray(ValueLayout.JAVA_BYTE), "message " + tag);
    }
  }

  /** Adds a tagged receive of one to four buffers, and what they will hold to the reference. */
  private void addReceive(int tag, int length, long data) {
    TagRequest add = bench.addition(1, tag, -1);
    ReceiveRequest receive = add.receive.reset(1);
    int at = 1 + random.nextInt(BYTES / 2);
    int begin = 0;
    for (int end : ends(length)) {
      receive.add(area().address() + at, end - begin, receiver.region.key());
      MemorySegment.copy(
          sender.memory, ValueLayout.JAVA_BYTE, data + begin, expected, at, end - begin);
      at += end - begin + 1 + random.nextInt(9);
      begin = end;
    }
    assertEquals(0, bench.post(add));
  }

  /** Sends the first bytes of the sender's memory in one to four buffers. */
  private void send(int length) {
    SendRequest request = sender.request(9, Operation.SEND);
    int begin = 0;
    for (int end : ends(length)) {
      request.add(sender.memory.address() + begin, end - begin, sender.region.key());
      begin = end;
    }
    sender.post(request);
  }

  /** The ends of one to four buffers with this many bytes in total. */
  private int[] ends(int length) {
    int[] ends = random.ints(1 + random.nextInt(TagBench.BUFFERS), 0, length + 1).toArray();
    ends[0] = length;
    Arrays.sort(ends);
    return ends;
  }

  /** The final completion of a receive. */
  private WorkCompletion received() {
    WorkCompletion next = bench.told.poll();
    while (next == null || (next.flags & WorkFlags.TAG_DATA_VALID) == 0) {
      assertFalse(Thread.interrupted(), "the data has not come");
      receiver.machine.progress();
      sender.machine.progress();
      next = bench.told.poll();
    }
    assertEquals(WcStatus.SUCCESS, next.status);
    return next;
  }
}
