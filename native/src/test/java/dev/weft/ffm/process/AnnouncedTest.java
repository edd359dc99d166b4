package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.wire.process.ProcessMemories;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Long messages that are announced or under way when they are cancelled, or when their sender's
 * endpoint closes. Afterwards their memory is the program's again, which overwrites it.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnnouncedTest {
  private static final long LENGTH = 3 << 20;
  private static final long START = 5;
  private static final long NEXT_START = 77;
  private static final long FIRST = 1;
  private static final long NEXT = 2;
  private static final int READS = 50;

  private final Side receiver = Side.open(Side.freshAddress());
  private final Arena arena = Arena.ofShared();
  private final Area[] rooms = {null, room(), room()};

  @BeforeEach
  void requireTheWay() {
    assertNull(ProcessMemories.obstacle());
  }

  @AfterEach
  void close() {
    receiver.close();
    arena.close();
  }

  static IntStream progress() {
    return IntStream.range(0, 8);
  }

  private Area room() {
    return new Area(arena.allocate(LENGTH + Area.EXTRA), LENGTH, 1);
  }

  /** Returns the memory of the message. */
  private MemorySegment send(Side sender, long start, long context) {
    MemorySegment content = arena.allocate(LENGTH);
    Pattern.write(start, content);
    long peer = sender.handleOf(receiver);
    sender.post(receiver, () -> sender.endpoint().tsend(content, LENGTH, peer, 0, context));
    return content;
  }

  private void receive(Side sender, long source, long context) {
    MemorySegment room = rooms[(int) context].buffer();
    receiver.post(sender, () -> receiver.endpoint().trecv(room, LENGTH, source, 0, 0, context));
  }

  private static void progress(int reads, Side first, Side second) {
    for (int i = 0; i < reads; i++) {
      (i % 2 == 0 ? first : second).take();
    }
  }

  /** The cancelled message takes no receive: the next message goes into it. */
  @ParameterizedTest
  @MethodSource("progress")
  void shouldWithdrawAnAnnouncedMessage(int reads) {
    try (Side sender = Side.open(Side.freshAddress())) {
      send(sender, START, FIRST);
      progress(reads, receiver, sender);
      sender.endpoint().cancel(FIRST);
      assertEquals(Errno.ECANCELED, sender.await(receiver, FIRST).error());
      receive(sender, FabricAddress.UNSPEC, FIRST);
      progress(READS, receiver, sender);
      assertFalse(receiver.has(FIRST));
      send(sender, NEXT_START, NEXT);
      assertEquals(0, sender.await(receiver, NEXT).error());
      assertEquals(0, receiver.await(sender, FIRST).error());
      rooms[1].check(NEXT_START, LENGTH);
    }
  }

  /** A cancel in time or too late: the first receive gets one whole message. */
  @ParameterizedTest
  @MethodSource("progress")
  void shouldCompleteOrCancelAMessageUnderWay(int reads) {
    try (Side sender = Side.open(Side.freshAddress())) {
      receive(sender, FabricAddress.UNSPEC, FIRST);
      receive(sender, FabricAddress.UNSPEC, NEXT);
      MemorySegment content = send(sender, START, FIRST);
      progress(reads, receiver, sender);
      sender.endpoint().cancel(FIRST);
      sender.take();
      if (sender.has(FIRST)) {
        content.fill((byte) 0);
      }
      send(sender, NEXT_START, NEXT);
      boolean cancelled = sender.await(receiver, FIRST).error() != 0;
      assertEquals(cancelled ? Errno.ECANCELED : 0, sender.only(FIRST).error());
      assertEquals(0, sender.await(receiver, NEXT).error());
      Report first = receiver.await(sender, FIRST);
      if (cancelled && first.error() == 0) {
        rooms[1].check(NEXT_START, LENGTH);
      } else {
        receiver.await(sender, NEXT);
        rooms[2].check(NEXT_START, LENGTH);
        assertTrue(first.error() != 0 || !cancelled, first::toString);
      }
      if (!cancelled) {
        rooms[1].check(START, LENGTH);
      }
      rooms[1].checkAround();
    }
  }

  /** Without a receive the message is lost with its sender, and others are received. */
  @ParameterizedTest
  @MethodSource("progress")
  void shouldReceiveOthersWhenAnAnnouncedMessageIsLost(int reads) {
    Side sender = Side.open(Side.freshAddress());
    send(sender, START, FIRST);
    progress(reads, receiver, sender);
    sender.close();
    receiveOfNextSender(FabricAddress.UNSPEC);
  }

  @ParameterizedTest
  @MethodSource("progress")
  void shouldEndOrKeepTheReceiveOfAMessageUnderWay(int reads) {
    Side sender = Side.open(Side.freshAddress());
    receive(sender, FabricAddress.UNSPEC, NEXT);
    MemorySegment content = send(sender, START, FIRST);
    progress(reads, receiver, sender);
    sender.close();
    content.fill((byte) 0);
    progress(READS, receiver, receiver);
    if (!receiver.has(NEXT)) {
      receiver.endpoint().cancel(NEXT);
    }
    Report report = receiver.await(receiver, NEXT);
    if (report.error() == 0) {
      rooms[2].check(START, LENGTH);
    }
    rooms[2].checkAround();
    receiveOfNextSender(FabricAddress.UNSPEC);
  }

  /** A receive that names the sender ends with it. */
  @ParameterizedTest
  @MethodSource("progress")
  void shouldEndADirectedReceiveWithTheSender(int reads) {
    Side sender = Side.open(Side.freshAddress());
    receiver.endpoint().option(EndpointOption.RECV_ENDS_WITH_PEER, 1);
    receive(sender, receiver.handleOf(sender), NEXT);
    MemorySegment content = send(sender, START, FIRST);
    progress(reads, receiver, sender);
    sender.close();
    content.fill((byte) 0);
    Report report = receiver.await(receiver, NEXT);
    assertTrue(report.error() == 0 || report.error() == Errno.ECONNRESET, report::toString);
    if (report.error() == 0) {
      rooms[2].check(START, LENGTH);
    }
    rooms[2].checkAround();
  }

  private void receiveOfNextSender(long source) {
    try (Side sender = Side.open(Side.freshAddress())) {
      receive(sender, source, FIRST);
      progress(READS, receiver, sender);
      assertFalse(receiver.has(FIRST) && receiver.only(FIRST).error() == 0);
      if (receiver.has(FIRST)) {
        receiver.forget();
        rooms[1] = room();
        receive(sender, source, FIRST);
      }
      send(sender, NEXT_START, NEXT);
      assertEquals(0, sender.await(receiver, NEXT).error());
      assertEquals(0, receiver.await(sender, FIRST).error());
      rooms[1].check(NEXT_START, LENGTH);
    }
  }
}
