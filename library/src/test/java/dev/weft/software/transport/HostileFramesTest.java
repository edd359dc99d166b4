package dev.weft.software.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.WorkCompletion;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.loopback.LoopbackWire;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that writes whatever comes to its mind harms nobody but itself. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HostileFramesTest {
  private static final int GRANTED = 4096;
  private static final int KINDS = 16;

  private final Network network = Station.network(new LoopbackWire(1 << 16));

  /** A frame, mostly nearly right, of a request or an answer. */
  private static boolean write(Liar liar, Random random, Station victim, ProtectedMemory granted) {
    Link link = liar.link(2);
    if (link == null) {
      return false;
    }
    FrameWriter out = link.out();
    long payload = random.nextInt(4) == 0 ? random.nextInt(6000) : random.nextInt(6) * 8L;
    long frame = out.claim(payload);
    if (frame == FrameWriter.FULL) {
      liar.doorbell();
      return false;
    }
    long where = victim.memory.address() + random.nextInt(GRANTED + 64) - 32;
    for (long at = 0; at + 8 <= payload; at += 8) {
      long word = at == 0 ? where : at == 8 ? granted.key() : random.nextLong();
      out.setWord(frame, at, random.nextInt(50) == 0 ? random.nextLong() : word);
    }
    int number = random.nextInt(3) == 0 ? random.nextInt(1 << 24) : random.nextInt(8);
    long data = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(9000);
    int flags = random.nextBoolean() ? Packet.ONLY : random.nextInt(64);
    int kind = random.nextInt(KINDS);
    out.publish(frame, payload, kind == 0 ? 200 : kind, flags, random.nextInt(8), number, data);
    link.ring();
    return true;
  }

  @Test
  void shouldTouchNothingButWhatIsGranted() {
    for (TransportType type :
        new TransportType[] {
          TransportType.RELIABLE, TransportType.UNRELIABLE, TransportType.DATAGRAM
        }) {
      for (int seed = 0; seed < 150; seed++) {
        run(type, new Random(seed));
      }
    }
  }

  private void run(TransportType type, Random random) {
    Station victim = new Station(network, type, 2);
    Liar liar = Liar.at(network, 1);
    victim.memory.fill((byte) 0x55);
    ProtectedMemory granted =
        victim.table.register(
            Station.DOMAIN,
            victim.memory.asSlice(0, GRANTED),
            victim.memory.address(),
            Station.ALL_ACCESS);
    assertTrue(victim.table.remove(victim.region.key()));
    victim.ready(1);
    for (int i = 0; i < Station.DEPTH; i++) {
      receive(victim, granted, i);
    }
    for (int i = 0; i < 100; i++) {
      write(liar, random, victim, granted);
      if (i % 10 == 0) {
        request(victim, granted, i);
      }
      WorkCompletion taken = victim.receives.poll();
      if (taken != null && taken.status == Status.SUCCESS) {
        receive(victim, granted, taken.wrId);
      }
    }
    requireUntouched(victim);
    victim.machine.close();
    assertEquals(0, victim.sends.size() + victim.receives.size());
    liar.close();
    victim.arena.close();
  }

  private static void receive(Station victim, ProtectedMemory granted, long wrId) {
    victim.machine.enter();
    ReceiveRequest request = victim.machine.posting().receive().reset(wrId);
    request.add(victim.memory.address(), GRANTED, granted.key());
    victim.machine.posting().post(request);
    victim.machine.exit();
  }

  private static void request(Station victim, ProtectedMemory granted, long wrId) {
    if (victim.machine.type() == TransportType.RELIABLE) {
      SendRequest read = victim.request(wrId, Operation.RDMA_READ);
      read.add(victim.memory.address(), GRANTED, granted.key());
      victim.tryPost(read);
    }
  }

  private static void requireUntouched(Station victim) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pattern = arena.allocate(Station.BYTES - GRANTED);
      pattern.fill((byte) 0x55);
      assertEquals(-1, victim.memory.asSlice(GRANTED).mismatch(pattern));
    }
  }

  @Test
  void shouldEndWhatIsUnderWayToAPeerThatCheats() {
    Station victim = new Station(network, TransportType.RELIABLE, 2);
    Liar liar = Liar.at(network, 1);
    victim.ready(1);
    victim.receive(3, 0, 8);
    victim.send(1, 0, 8);
    liar.write(2, 99, 0, 0, 0, 0);
    victim.sends.expect(1, Status.FATAL);
    victim.receives.expect(3, Status.FLUSHED);
    assertTrue(victim.events.contains(TransportEvents.QP_FATAL));
    liar.close();
    victim.close();
  }

  @Test
  void shouldNotBelieveAnAnswerThatCannotBe() {
    Station victim = new Station(network, TransportType.RELIABLE, 2);
    Liar liar = Liar.at(network, 1);
    victim.ready(1);
    SendRequest read = victim.request(1, Operation.RDMA_READ, 0, 64);
    victim.post(read);
    assertTrue(liar.write(2, Packet.READ_ANSWER, Packet.ONLY, 0, 0, 72));
    victim.sends.expect(1, Status.BAD_RESPONSE);
    assertEquals(0, victim.memory.get(ValueLayout.JAVA_LONG, 0));
    liar.close();
    victim.close();
  }
}
