package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.nic.memory.Region;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wire.loopback.LoopbackWire;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A list with an invalid second buffer transfers no byte of the first one. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class BadBufferTest {
  private static final int GOOD = 100;
  private static final int KEY = 0xBAD;
  private static final long RECEIVED = 64 << 10;

  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  private final Station a = new Station(addresses, TransportType.RELIABLE, 100);
  private final Station b = new Station(addresses, TransportType.RELIABLE, 200);

  enum Second {
    UNKNOWN,
    CLOSED
  }

  static Stream<Arguments> requests() {
    return Stream.of(Operation.SEND, Operation.RDMA_WRITE, Operation.RDMA_READ)
        .flatMap(
            opcode ->
                Stream.of(Second.values())
                    .flatMap(
                        second ->
                            Stream.of(true, false)
                                .map(frames -> Arguments.of(opcode, second, frames))));
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
  }

  private void connect() {
    a.ready(200);
    b.ready(100);
  }

  /** A pending request makes those behind it travel in frames. */
  private void letTheNextTravelInFrames() {
    a.send(-1, 0, 0);
  }

  @ParameterizedTest(name = "opcode {0}, {1}, in frames {2}")
  @MethodSource("requests")
  void shouldMoveNothingOfARequest(int opcode, Second second, boolean frames) {
    connect();
    a.fill(0, GOOD, 1);
    b.fill(RECEIVED, GOOD, 2);
    if (frames) {
      letTheNextTravelInFrames();
    }
    SendRequest request = a.remote(1, opcode, 0, GOOD, b, RECEIVED);
    addSecond(second, request);
    a.post(request);
    if (frames) {
      b.receive(0, RECEIVED + GOOD, 8);
      a.sends.expect(-1, WcStatus.SUCCESS);
    }
    a.sends.expect(1, WcStatus.LOCAL_PROTECTION);
    a.requireFilled(0, GOOD, 1);
    b.requireFilled(RECEIVED, GOOD, 2);
  }

  private void addSecond(Second second, SendRequest request) {
    if (second == Second.UNKNOWN) {
      request.add(a.memory.address(), 8, KEY);
      return;
    }
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(8);
      Region region =
          a.table.register(Station.DOMAIN, memory, memory.address(), Station.ALL_ACCESS);
      request.add(memory.address(), 8, region.key());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RELIABLE", "UNRELIABLE"})
  void shouldMoveNothingIntoAReceive(TransportType type) {
    AddressMap own = Station.network(new LoopbackWire(1 << 16));
    try (Station from = new Station(own, type, 1);
        Station to = new Station(own, type, 2)) {
      from.ready(2);
      to.ready(1);
      to.fill(0, GOOD, 3);
      postReceive(to);
      from.send(1, 0, GOOD);
      to.receives.expect(1, WcStatus.LOCAL_PROTECTION);
      to.requireFilled(0, GOOD, 3);
    }
  }

  private static void postReceive(Station station) {
    station.machine.enter();
    try {
      ReceiveRequest request = station.machine.poster().receive().reset(1);
      request.add(station.memory.address(), GOOD / 2, station.region.key());
      request.add(station.memory.address(), GOOD, KEY);
      assertEquals(0, station.machine.poster().post(request));
    } finally {
      station.machine.exit();
    }
  }
}
