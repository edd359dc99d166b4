package dev.weft.nic.queuepair.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.memory.Region;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.Carrier;
import dev.weft.nic.queuepair.HostilePeer;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.reliabledatagram.EndToEndContexts;
import dev.weft.nic.reliabledatagram.ReliableDomain;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random frames of a hostile peer of an end-to-end context affect that context only. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class HostileContextsTest {
  private static final int ROUNDS = 200;
  private static final int GRANTED = 4096;
  private static final int FRAMES = 80;
  private static final long FREE = 500_000;

  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  private final EndToEndContexts contexts = new EndToEndContexts();
  private final ProtectionTable table = new ProtectionTable();
  private int posted;
  private int freed;

  private static void write(HostilePeer hostile, Random random, Station victim, Region granted) {
    Link link = hostile.link(22);
    if (link == null) {
      return;
    }
    FrameWriter out = link.out();
    long payload = random.nextInt(3) == 0 ? random.nextInt(6000) : random.nextInt(6) * 8L;
    long frame = out.claim(payload);
    if (frame == FrameWriter.FULL) {
      hostile.doorbell();
      return;
    }
    long where = victim.memory.address() + random.nextInt(GRANTED + 64) - 32;
    for (long at = 0; at + 8 <= payload; at += 8) {
      out.setWord(frame, at, at == 0 ? where : at == 8 ? granted.key() : random.nextLong());
    }
    boolean envelope = random.nextInt(3) == 0;
    int kind = envelope ? PacketFormat.ENVELOPE : 1 + random.nextInt(PacketFormat.DATAGRAM);
    long key = envelope && random.nextInt(8) != 0 ? victim.attributes.queueKey : random.nextInt(9);
    long tag = key << 32 | (Carrier.FIRST + random.nextInt(6) & SequenceNumbers.MASK);
    long way =
        (random.nextInt(9) == 0 ? random.nextInt(9) : 2L) << 40 | (long) random.nextInt(9) << 16;
    long data = envelope ? way : random.nextInt(9000);
    int flags = random.nextBoolean() ? PacketFormat.ONLY : random.nextInt(64);
    out.publish(frame, payload, kind, flags, random.nextInt(8), tag, data);
    link.ring();
  }

  @Test
  void shouldNotAffectOtherPeers() {
    for (int seed = 0; seed < ROUNDS; seed++) {
      run(SeededRandom.of(seed));
    }
  }

  private void run(Random random) {
    ReliableDomain domain = new ReliableDomain(contexts);
    Station victim = new Station(addresses, 2, domain, table);
    Region granted = grant(victim);
    Carrier attacked = new Carrier(addresses, 22, domain, table).ready(21);
    attack(random, victim, granted);
    requireServed(victim, granted, domain);
    assertEquals(-1, firstTouched(victim), "memory that was not granted");
    victim.modify(States.ERROR, 0);
    while (take(victim)) {
      // on to the next
    }
    assertEquals(posted, freed);
    attacked.close();
    victim.close();
  }

  private Region grant(Station victim) {
    Region granted =
        table.register(
            Station.DOMAIN,
            victim.memory.asSlice(0, GRANTED),
            victim.memory.address(),
            Station.ALL_ACCESS);
    assertTrue(table.remove(victim.region.key()));
    victim.memory.fill((byte) 0x55);
    victim.ready();
    return granted;
  }

  private void attack(Random random, Station victim, Region granted) {
    HostilePeer hostile = HostilePeer.at(Carrier.network(addresses), 21);
    posted = 0;
    freed = 0;
    for (int i = 0; i < FRAMES; i++) {
      while (posted - freed < Station.DEPTH) {
        receive(victim, granted, posted++);
      }
      write(hostile, random, victim, granted);
      take(victim);
    }
    hostile.close();
  }

  private boolean take(Station victim) {
    WorkCompletion taken = victim.receives.poll();
    freed += taken == null ? 0 : taken.freedResources;
    return taken != null;
  }

  /** Another queue pair still reaches the victim through other contexts. */
  private void requireServed(Station victim, Region granted, ReliableDomain domain) {
    try (Station friend = new Station(addresses, 3, domain, table).ready();
        Carrier one = new Carrier(addresses, 31, domain, table).ready(32);
        Carrier other = new Carrier(addresses, 32, domain, table).ready(31)) {
      SendRequest read = friend.request(1, Operation.RDMA_READ, 0, 64);
      read.remoteAddress = victim.memory.address();
      read.remoteKey = granted.key();
      friend.post(one.address(read, victim));
      friend.sends.expect(1, WcStatus.SUCCESS);
      assertEquals(States.READY_TO_SEND, other.machine.state());
    }
  }

  private static void receive(Station victim, Region granted, long wrId) {
    victim.machine.enter();
    ReceiveRequest request = victim.machine.poster().receive().reset(wrId);
    request.add(victim.memory.address(), GRANTED, granted.key());
    assertEquals(0, victim.machine.poster().post(request));
    victim.machine.exit();
  }

  private static long firstTouched(Station victim) {
    for (long at = GRANTED; at < FREE; at += 8) {
      if (victim.word(at) != 0x5555555555555555L) {
        return at;
      }
    }
    return -1;
  }
}
