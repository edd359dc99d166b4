package dev.weft.nic.queuepair.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.HostilePeer;
import dev.weft.nic.queuepair.Station;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the peer has acknowledged is not flushed, whichever thread holds the lock meanwhile. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class AcknowledgedBeforeErrorTest {
  private static final int ROUNDS = 300;

  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  private final Station station = new Station(addresses, TransportType.RELIABLE, 2);
  private final HostilePeer peer = HostilePeer.at(addresses, 1);

  // The last round in which the lock was asked for, held, and to be released
  private volatile int asked;
  private volatile int held;
  private volatile int released;

  @AfterEach
  void close() {
    asked = ROUNDS; // the holder ends, also after a failure
    released = ROUNDS;
    peer.close();
    station.close();
  }

  /** Holds the lock in each round until the peer has acknowledged. */
  private void hold() {
    for (int i = 1; i <= ROUNDS; i++) {
      await(i, () -> asked);
      station.machine.enter();
      held = i;
      await(i, () -> released);
      station.machine.exit();
    }
  }

  private static void await(int round, IntSupplier reached) {
    while (reached.getAsInt() < round) {
      Thread.yield();
    }
  }

  @Test
  void shouldNotFlushIt() {
    station.attributes.timeout = 0;
    Thread.ofPlatform().daemon().start(this::hold);
    for (int i = 1; i <= ROUNDS; i++) {
      station.ready(1);
      station.send(i, 0, 8);
      asked = i;
      await(i, () -> held);
      peer.acknowledge(2, 0); // the holder of the lock will read that
      released = i;
      assertEquals(0, station.modify(States.ERROR, 0));
      station.sends.expect(i, WcStatus.SUCCESS);
      assertEquals(0, station.modify(States.RESET, 0));
    }
  }
}
