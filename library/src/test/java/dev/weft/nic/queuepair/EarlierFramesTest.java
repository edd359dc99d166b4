package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Frames of an earlier connection, not taken before both queue pairs were reconnected with the same
 * numbers.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class EarlierFramesTest {
  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  private final Station a = new Station(addresses, TransportType.RELIABLE, 100);
  private final Station b = new Station(addresses, TransportType.RELIABLE, 200);

  @AfterEach
  void close() {
    a.close();
    b.close();
  }

  private static void onAnotherThread(Runnable task) throws InterruptedException {
    Thread.ofPlatform().start(task).join();
  }

  /** On return the links are there, and the next message has number 1. */
  private void connect() {
    a.attributes.timeout = 31; // none in this test
    a.attributes.retries = 7;
    a.ready(200);
    b.ready(100);
    b.receive(0, 0, 64);
    a.send(0, 0, 8);
    a.sends.expect(0, WcStatus.SUCCESS);
    b.receives.expect(0, WcStatus.SUCCESS);
  }

  private static void connectAnew(Station station, int peer) {
    assertEquals(0, station.modify(States.RESET, 0));
    station.attributes.sendNumber = 1;
    station.attributes.receiveNumber = 1;
    station.ready(peer);
  }

  @Test
  void shouldNotReceiveAMessageOfTheEarlierConnection() throws InterruptedException {
    connect();
    Poller poller = new Poller(b.machine);
    b.machine.enter();
    poller.stop();
    onAnotherThread(
        () -> {
          a.word(0, 111);
          a.send(1, 0, 8);
          connectAnew(a, 200);
        });
    connectAnew(b, 100);
    b.receive(2, 0, 64);
    b.machine.exit();
    a.word(0, 222);
    a.send(2, 0, 8);
    b.receives.expect(2, WcStatus.SUCCESS);
    assertEquals(222, b.word(0));
    a.sends.expect(2, WcStatus.SUCCESS);
  }

  @Test
  void shouldNotTakeAnAnswerOfTheEarlierConnection() throws InterruptedException {
    connect();
    b.receive(1, 0, 64);
    LockHolder atB = new LockHolder(b.machine);
    Poller poller = new Poller(a.machine);
    a.machine.enter();
    a.send(1, 0, 8); // in a frame, because b's lock is held
    poller.stop();
    atB.leave();
    onAnotherThread(b.machine::progress); // answers, without a doorbell for the poller
    connectAnew(a, 200);
    assertEquals(0, b.modify(States.RESET, 0));
    a.send(2, 0, 8);
    a.machine.exit();
    a.sends.expectNone();
    connectAnew(b, 100);
    b.receive(2, 0, 64);
    a.timeOut(); // the reset has dropped the message
    a.sends.expect(2, WcStatus.SUCCESS);
    b.receives.expect(2, WcStatus.SUCCESS);
  }
}
