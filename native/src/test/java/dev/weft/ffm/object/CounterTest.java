package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.CounterEvents;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.MemoryRegistrationMode;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.Installed;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What counters count, and what C must not see. */
class CounterTest {
  private static final long MESSAGES = BindFlags.SEND | BindFlags.RECV;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  /** The address of a region's first byte. */
  private static long start(Pair pair, MemorySegment region) {
    long mode = pair.domain.attributes().memoryRegistrationMode();
    return (mode & MemoryRegistrationMode.VIRT_ADDR) == 0 ? 0 : region.address();
  }

  private static void await(Pair pair, Counter counter, long value) {
    while (counter.await(value, 0) == -Errno.ETIMEDOUT) {
      pair.a.queue.read(null, 0);
      pair.b.queue.read(null, 0);
    }
    assertEquals(value, counter.read());
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldCountMessages(String provider) {
    long selective = BindFlags.SELECTIVE_COMPLETION;
    try (Pair pair = new Pair(provider, Capabilities.MSG, selective, MESSAGES)) {
      for (int i = 0; i < 5; i++) {
        pair.post(() -> pair.b.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 1));
        pair.post(() -> pair.a.endpoint.inject(pair.buffer(1), 8, pair.a.peer));
        pair.post(() -> pair.b.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 2));
        pair.post(() -> pair.a.endpoint.send(pair.buffer(1), 8, pair.a.peer, 3));
      }
      await(pair, pair.b.counter, 10);
      await(pair, pair.a.counter, 10);
      assertEquals(0, pair.a.counter.readErr());
      assertEquals(0, pair.b.counter.readErr());
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldCountWrites(String provider) {
    long capabilities = Capabilities.MSG | Capabilities.RMA;
    try (Pair pair = new Pair(provider, capabilities, 0, BindFlags.WRITE)) {
      MemorySegment target = pair.buffer(0);
      try (MemoryRegion region = pair.domain.register(target, AccessFlags.REMOTE_WRITE, 42)) {
        long address = start(pair, target);
        long peer = pair.a.peer;
        pair.post(() -> pair.a.endpoint.write(pair.buffer(6), 8, peer, address, region.key(), 1));
        await(pair, pair.a.counter, 1);
        assertEquals(0, pair.b.counter.read());
      }
    }
  }

  /** net of 1.17 offers remote events and does not count them; tcp does not offer them. */
  @ParameterizedTest
  @ValueSource(strings = {"ofi:shm", "ofi:sockets"})
  void shouldCountWritesOfPeers(String provider) {
    long capabilities = Capabilities.MSG | Capabilities.RMA | Capabilities.RMA_EVENT;
    try (Pair pair = new Pair(provider, capabilities, 0, BindFlags.REMOTE_WRITE)) {
      MemorySegment target = pair.buffer(0);
      try (MemoryRegion region = pair.domain.register(target, AccessFlags.REMOTE_WRITE, 42)) {
        long peer = pair.a.peer;
        long start = start(pair, target);
        for (int i = 0; i < 3; i++) {
          pair.post(() -> pair.a.endpoint.write(pair.buffer(6), 8, peer, start, region.key(), 1));
          assertEquals(1, pair.a.await().batch.context(0));
        }
        await(pair, pair.b.counter, 3);
        assertEquals(0, pair.a.counter.read());
      }
    }
  }

  /** sockets alone counts writes into one region. */
  @Test
  @SuppressWarnings("try") // the counter is closed after the region
  void shouldCountWritesIntoARegion() {
    long capabilities = Capabilities.MSG | Capabilities.RMA | Capabilities.RMA_EVENT;
    try (Pair pair = new Pair("ofi:sockets", capabilities);
        MemoryRegion region = pair.domain.register(pair.buffer(0), AccessFlags.REMOTE_WRITE, 42)) {
      region.bind(pair.b.counter, BindFlags.REMOTE_WRITE);
      refused(Errno.EINVAL, () -> region.bind(pair.a.counter, BindFlags.REMOTE_WRITE));
      refused(Errno.EBUSY, pair.b.counter::close);
      long peer = pair.a.peer;
      pair.post(() -> pair.a.endpoint.write(pair.buffer(6), 8, peer, 0, region.key(), 1));
      await(pair, pair.b.counter, 1);
      region.close();
      pair.b.counter.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ofi:tcp", "ofi:net", "ofi:shm"})
  void shouldPassTheRefusalOfRegions(String provider) {
    Installed.requireProvider(provider);
    try (Pair pair = new Pair(provider, Capabilities.MSG | Capabilities.RMA);
        MemoryRegion region = pair.domain.register(pair.buffer(0), AccessFlags.REMOTE_WRITE, 42)) {
      refused(Errno.ENOSYS, () -> region.bind(pair.b.counter, BindFlags.REMOTE_WRITE));
      pair.b.counter.close();
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldChangeByCalls(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      Counter counter = pair.a.counter;
      assertEquals(0, counter.add(5));
      assertEquals(0, counter.set(1000));
      assertEquals(0, counter.add(2));
      assertEquals(0, counter.addErr(4));
      assertEquals(0, counter.addErr(1));
      assertEquals(1002, counter.read());
      assertEquals(5, counter.readErr());
      assertEquals(0, counter.setErr(7));
      assertEquals(7, counter.readErr());
      assertEquals(1002, counter.read());
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldRefuseClosedCounters(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      Counter counter = pair.domain.openCounter(CounterAttributes.defaults());
      assertEquals(-Errno.ENOSYS, counter.await(0, 0));
      counter.close();
      counter.close();
      assertThrows(IllegalStateException.class, counter::read);
      assertThrows(IllegalStateException.class, counter::readErr);
      assertThrows(IllegalStateException.class, () -> counter.add(1));
      assertThrows(IllegalStateException.class, () -> counter.setErr(1));
      assertThrows(IllegalStateException.class, () -> counter.await(0, -1));
      try (Endpoint endpoint = pair.domain.openEndpoint(pair.info)) {
        assertThrows(IllegalStateException.class, () -> endpoint.bind(counter, BindFlags.SEND));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldRefuseWrongBindings(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        Counter other = pair.domain.openCounter(CounterAttributes.defaults());
        Domain domain = pair.fabric.openDomain(pair.info);
        Counter foreign = domain.openCounter(CounterAttributes.defaults())) {
      Endpoint endpoint = pair.domain.openEndpoint(pair.info);
      endpoint.bind(pair.a.counter, MESSAGES);
      refused(Errno.EINVAL, () -> endpoint.bind(other, BindFlags.SEND));
      refused(Errno.EINVAL, () -> endpoint.bind(other, BindFlags.RECV | BindFlags.READ));
      refused(Errno.EINVAL, () -> endpoint.bind((Counter) null, BindFlags.READ));
      refused(Errno.EINVAL, () -> endpoint.bind(foreign, BindFlags.READ));
      assertThrows(FabricException.class, () -> endpoint.bind(other, Capabilities.TAGGED));
      refused(Errno.EBUSY, pair.a.counter::close);
      refused(Errno.EOPBADSTATE, () -> pair.b.endpoint.bind(other, BindFlags.READ));
      endpoint.close();
      pair.a.counter.close();
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldRefuseCountersOfOtherProviders(String provider) {
    FabricInfo info = Fabrics.getInfo(FabricInfo.builder().provider("loopback").build()).getFirst();
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info);
        Counter counter = domain.openCounter(CounterAttributes.defaults());
        Endpoint endpoint = pair.domain.openEndpoint(pair.info)) {
      assertThrows(IllegalArgumentException.class, () -> endpoint.bind(counter, BindFlags.SEND));
      try (MemoryRegion region =
          pair.domain.register(pair.buffer(0), AccessFlags.REMOTE_WRITE, 7)) {
        assertThrows(
            IllegalArgumentException.class, () -> region.bind(counter, BindFlags.REMOTE_WRITE));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldRefuseWrongAttributes(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      CounterAttributes.Builder builder = CounterAttributes.builder();
      assertThrows(FabricException.class, () -> pair.domain.openCounter(builder.flags(1).build()));
      CounterAttributes set = CounterAttributes.builder().waitObject(WaitObject.SET).build();
      refused(Errno.EINVAL, () -> pair.domain.openCounter(set));
      CounterAttributes bytes = CounterAttributes.builder().events(CounterEvents.BYTES).build();
      refused(Errno.ENOSYS, () -> pair.domain.openCounter(bytes));
    }
  }

  private static void refused(int errno, Runnable call) {
    FabricException refusal = assertThrows(FabricException.class, call::run);
    assertEquals(Errno.name(errno), Errno.name(refusal.errno()), refusal::getMessage);
  }
}
