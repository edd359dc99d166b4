package dev.weft.provider.fabric.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.weft.OwnShmFolder;
import dev.weft.ServiceThreads;
import dev.weft.StatisticsRecording;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.Wire;
import dev.weft.wire.shm.BusyEventLoop;
import dev.weft.wire.shm.TruncatingPeer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A peer truncates the file of a link while it is read or written: operations with it fail, no call
 * throws, and other peers are not affected.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ShmTruncationTest {
  private static final long LONG_MESSAGE = 1 << 20;
  private static final long SHORT_MESSAGE = 1000;
  private static final long HEADER = 4096;
  private static final int LOOKS = 100_000;
  private static final long SEND = 1;
  private static final long HONEST = 2;

  private final String fabric = "cut-" + ProcessHandle.current().pid();
  private Node victim;
  private Node honest;
  private TruncatingPeer hostile;
  private long handle;

  @BeforeEach
  void open() throws IOException {
    honest = open("honest", WaitObject.NONE);
    hostile = new TruncatingPeer(OwnShmFolder.current(), fabric, "hostile");
  }

  private Node open(String name, WaitObject wait) {
    return Node.open(fabric, ShmPeer.hints("shm://" + fabric + "/" + name), wait);
  }

  private void openVictim(WaitObject wait) {
    victim = open("victim", wait);
    handle = victim.vector.insert(("shm://" + fabric + "/hostile").getBytes(UTF_8));
  }

  @AfterEach
  void close() throws IOException {
    victim.close();
    honest.close();
    hostile.close();
    ServiceThreads.awaitEnd("weft-shm"); // no fault has left a channel locked
  }

  @RepeatedTest(8)
  void shouldGoOnReading() throws Exception {
    openVictim(WaitObject.NONE);
    hostile.call("victim", Wire.RING_BYTES);
    look();
    startSending();
    Thread cutter = cut(() -> hostile.truncate(0));
    look();
    cutter.join();
    expectFailure();
    exchange();
  }

  @RepeatedTest(8)
  void shouldGoOnReadingWhereOnlyTheRingsAreCut() throws Exception {
    openVictim(WaitObject.NONE);
    hostile.call("victim", Wire.RING_BYTES);
    look();
    startSending();
    Thread cutter = cut(() -> hostile.truncate(HEADER));
    look();
    cutter.join();
    expectFailure();
    exchange();
  }

  /** Compiled code throws later than interpreted code: repeated until all of it is compiled. */
  @RepeatedTest(250)
  void shouldGoOnSending() throws Exception {
    openVictim(WaitObject.NONE);
    startSending();
    MemorySegment message = victim.memory(SHORT_MESSAGE);
    Thread cutter = cut(() -> assertEquals(1, hostile.truncateCalls(0)));
    while (cutter.isAlive()) {
      victim.endpoint.inject(message, SHORT_MESSAGE, handle);
    }
    victim.endpoint.inject(message, SHORT_MESSAGE, handle);
    cutter.join();
    expectFailure();
    exchange();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, HEADER})
  void shouldGoOnSleeping(long size) throws Exception {
    openVictim(WaitObject.UNSPEC);
    hostile.call("victim", Wire.RING_BYTES);
    victim.progress();
    startSending();
    Thread cutter =
        cut(
            () -> {
              hostile.truncate(size);
              wake();
            });
    assertEquals(-Errno.EAVAIL, victim.queue.sread(victim.batch, 1, 0, 300_000));
    cutter.join();
    expectFailure();
  }

  /**
   * The periodic event of a cut link has no figure of the peer, and does not end the recorder. The
   * event loop is kept busy: it would end the link if it looked at the connection after the cut.
   */
  @Test
  void shouldGoOnRecording() throws Exception {
    openVictim(WaitObject.NONE);
    try (BusyEventLoop _ = BusyEventLoop.begin()) {
      hostile.call("victim", Wire.RING_BYTES);
      victim.progress();
      hostile.truncate(0);
      expectEventsOfTheCutLink();
    }
  }

  private void expectEventsOfTheCutLink() {
    Predicate<RecordedEvent> cut =
        event -> event.getString("local").equals("shm://" + fabric + "/victim");
    try (StatisticsRecording recording = new StatisticsRecording()) {
      RecordedEvent first = recording.await(StatisticsRecording.LINKS, cut);
      assertEquals(-1, first.getLong("unread"));
      recording.await(
          StatisticsRecording.LINKS,
          cut.and(event -> event.getStartTime().isAfter(first.getStartTime())));
    }
  }

  @RepeatedTest(8)
  void shouldGoOnWhereThePortFileIsCut() throws Exception {
    openVictim(WaitObject.NONE);
    startSending();
    hostile.truncatePortFile();
    victim.close();
    openVictim(WaitObject.NONE);
    exchange();
  }

  /** A busy peer may have room later: the error differs from that of an absent peer. */
  @Test
  void shouldTryAgainWhereManyWait() throws Exception {
    openVictim(WaitObject.NONE);
    hostile.crowd();
    MemorySegment memory = victim.memory(8);
    for (int i = 0; i < 3; i++) {
      assertEquals(-Errno.EAGAIN, victim.endpoint.send(memory, 8, handle, SEND));
    }
    victim.expectNothing();
    exchange();
  }

  /** Sends a long message, which the hostile peer never pulls. */
  private void startSending() {
    MemorySegment memory = victim.memory(LONG_MESSAGE);
    Node.accepted(() -> victim.endpoint.send(memory, LONG_MESSAGE, handle, SEND));
  }

  private void look() {
    for (int i = 0; i < LOOKS && victim.queue.read(victim.batch, 1) == -Errno.EAGAIN; i++) {}
  }

  private interface Cut {
    void run() throws IOException;
  }

  private static Thread cut(Cut cut) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                Thread.sleep(5);
                cut.run();
              } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
              }
            });
  }

  private void wake() {
    MemorySegment nothing = honest.memory(8);
    long to = honest.handleOf(victim);
    Node.accepted(() -> honest.endpoint.inject(nothing, 8, to));
  }

  private void expectFailure() {
    victim.expectError(SEND, Errno.EPROTO);
    assertNotNull(ProtocolViolation.of(victim.error.providerError())); // the first error may differ
  }

  private void exchange() {
    MemorySegment buffer = victim.memory(8);
    long unspecified = FabricAddress.UNSPEC;
    assertEquals(0, victim.endpoint.recv(buffer, 8, unspecified, HONEST));
    wake();
    victim.expect(HONEST);
  }
}
