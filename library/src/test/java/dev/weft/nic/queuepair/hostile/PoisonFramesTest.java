package dev.weft.nic.queuepair.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.HostilePeer;
import dev.weft.nic.queuepair.RawFrame;
import dev.weft.nic.queuepair.Station;
import dev.weft.wire.loopback.LoopbackWire;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Frames that are valid alone, in an invalid order. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class PoisonFramesTest {
  private static final int LARGE = 4096;
  private static final int HALF_WORDS = LARGE / 16;
  private static final int FIRST = PacketFormat.FIRST;
  private static final int LAST = PacketFormat.LAST;
  private static final int IMMEDIATE = PacketFormat.HAS_IMMEDIATE;

  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  private final Station victim = new Station(addresses, TransportType.RELIABLE, 2);
  private final HostilePeer hostile = HostilePeer.at(addresses, 1);

  @AfterEach
  void close() {
    hostile.close();
    victim.close();
  }

  private RawFrame writeFirst(int number, int flags) {
    long[] payload = RawFrame.remote(victim.memory.address(), victim.region.key(), HALF_WORDS);
    return RawFrame.of(PacketFormat.WRITE, FIRST | flags, number, LARGE, payload);
  }

  private static RawFrame writeLast(int number, int flags) {
    return RawFrame.of(PacketFormat.WRITE, LAST | flags, number, LARGE, new long[HALF_WORDS]);
  }

  /** Of the last 8 bytes of the victim's memory. */
  private RawFrame read(int number) {
    long address = victim.memory.address() + Station.BYTES - 8;
    long[] payload = RawFrame.remote(address, victim.region.key(), 0);
    return RawFrame.of(PacketFormat.READ, PacketFormat.ONLY, number, 8, payload);
  }

  private void requireBroken() {
    assertEquals(States.ERROR, victim.machine.state());
    assertEquals(List.of(TransportEvents.QP_FATAL), fatalEvents());
  }

  private List<Integer> fatalEvents() {
    return victim.events.stream().filter(event -> event == TransportEvents.QP_FATAL).toList();
  }

  @Test
  void shouldRefuseAReadAmidAWrite() {
    victim.ready(1);
    hostile.write(2, writeFirst(0, 0), read(0));
    requireBroken();
  }

  /** The repeated read was answered before, so it may arrive at any time, and changes nothing. */
  @Test
  void shouldGoOnWithAWriteBehindAReadThatCameAgain() {
    victim.ready(1);
    victim.memory.fill((byte) 0x55);
    hostile.write(2, read(0), writeFirst(1, 0), read(0), writeLast(1, 0));
    assertEquals(States.READY_TO_SEND, victim.machine.state());
    for (long at = 0; at < LARGE; at += 8) {
      assertEquals(0, victim.memory.get(ValueLayout.JAVA_LONG, at));
    }
    assertEquals(0x5555555555555555L, victim.memory.get(ValueLayout.JAVA_LONG, LARGE));
  }

  @Test
  void shouldRefuseAWriteThatBeginsAgainAsAnotherOne() {
    victim.ready(1);
    RawFrame shorter =
        RawFrame.of(
            PacketFormat.WRITE,
            PacketFormat.ONLY,
            0,
            8,
            RawFrame.remote(victim.memory.address(), victim.region.key(), 1));
    hostile.write(2, writeFirst(0, 0), shorter);
    requireBroken();
  }

  @Test
  void shouldRefuseAMessageThatBeginsAmidAWrite() {
    victim.ready(1);
    victim.receive(5, 0, LARGE);
    hostile.write(2, writeFirst(0, 0), RawFrame.of(PacketFormat.SEND, PacketFormat.ONLY, 0, 8, 1));
    requireBroken();
    victim.receives.expect(5, WcStatus.FLUSHED);
  }

  /** The first part says whether there is an immediate, and takes a receive for it. */
  @Test
  void shouldRefuseAnImmediateThatOnlyTheLastPartHas() {
    victim.ready(1);
    hostile.write(2, writeFirst(0, 0), writeLast(0, IMMEDIATE));
    requireBroken();
    victim.receives.expectNone();
  }

  @Test
  void shouldRefuseAnImmediateThatOnlyTheFirstPartHas() {
    victim.ready(1);
    victim.receive(5, 0, LARGE);
    hostile.write(2, writeFirst(0, IMMEDIATE), writeLast(0, 0));
    requireBroken();
    victim.receives.expect(5, WcStatus.FLUSHED);
    victim.receives.expectNone();
  }

  /** A message completes the receive that was taken for it. */
  @Test
  void shouldCompleteNoReceiveThatWasNotPosted() {
    victim.ready(1);
    hostile.write(2, writeFirst(0, 0), writeLast(0, IMMEDIATE));
    assertEquals(0, victim.tryReceive(6, 0, 8));
    victim.receives.expect(6, WcStatus.FLUSHED);
    victim.receives.expectNone();
  }

  /** A message longer than the maximum is refused, so its length never becomes negative. */
  @Test
  void shouldRefuseAMessageThatIsLongerThanAny() {
    victim.ready(1);
    victim.receive(5, 0, LARGE);
    hostile.write(2, RawFrame.of(PacketFormat.SEND, FIRST, 0, -8, new long[0]));
    requireBroken();
    victim.receives.expect(5, WcStatus.FLUSHED);
  }
}
