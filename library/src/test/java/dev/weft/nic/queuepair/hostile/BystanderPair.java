package dev.weft.nic.queuepair.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.Station;

/** Two connected queue pairs beside one that is attacked; they must be served all the same. */
final class BystanderPair implements AutoCloseable {
  private final Station a;
  private final Station b;

  /** Queue pairs with the numbers 3 and 4. */
  BystanderPair(AddressMap addresses, ProtectionTable table) {
    a = station(addresses, 3, table).ready(4);
    b = station(addresses, 4, table).ready(3);
  }

  private static Station station(AddressMap addresses, int number, ProtectionTable table) {
    return HostileBench.patient(
        new Station(addresses, TransportType.RELIABLE, number, null, false, null, table));
  }

  /** Sends a message. */
  void requireServed(long wrId) {
    b.receive(wrId, 64, 64);
    a.word(0, wrId);
    a.send(wrId, 0, 64);
    b.receives.expect(wrId, WcStatus.SUCCESS);
    a.sends.expect(wrId, WcStatus.SUCCESS);
    assertEquals(wrId, b.word(64));
  }

  @Override
  public void close() {
    a.close();
    b.close();
  }
}
