package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.ChildJvm;
import dev.weft.ffm.Installed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints that are not enabled yet, or with less than C follows. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class EnableTest {

  private static final CompletionQueueAttributes SLEEPING =
      CompletionQueueAttributes.builder()
          .format(CompletionFormat.TAGGED)
          .waitObject(WaitObject.UNSPEC)
          .build();

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  private static AddressVector vector(Domain domain) {
    return domain.openAddressVector(AddressVectorAttributes.defaults());
  }

  private static CompletionQueue queue(Domain domain) {
    return domain.openCompletionQueue(CompletionQueueAttributes.polling(CompletionFormat.TAGGED));
  }

  /** shm of 1.17 follows NULL when a vector of a disabled endpoint gets a peer. */
  @ParameterizedTest
  @MethodSource("reliable")
  void shouldReachPeersInsertedBefore(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        CompletionQueue queue = queue(pair.domain);
        AddressVector vector = vector(pair.domain);
        Endpoint endpoint = pair.domain.openEndpoint(pair.info)) {
      endpoint.bind(vector, 0);
      long peer = vector.insert(pair.b.endpoint.name());
      assertEquals(1, insertions(vector, pair.a.endpoint.name()));
      endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
      endpoint.enable();
      pair.post(() -> pair.b.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 7));
      pair.post(() -> sendOrProgress(endpoint, queue, pair, peer));
      assertEquals(7, await(pair, queue).batch.context(0));
    }
  }

  /**
   * rxd watches descriptor 0 for a queue that waits and is bound behind one that does not, or
   * behind a counter. The binding fails where that is a file.
   */
  @ParameterizedTest
  @ValueSource(strings = {"ofi:tcp", "ofi:net", "ofi:shm", "ofi:sockets", "ofi:udp;ofi_rxd"})
  void shouldSleepForReceivesAndPollForSends(String provider) throws Exception {
    Installed.requireProvider(provider);
    List<String> options = List.of("--enable-native-access=ALL-UNNAMED");
    assertEquals("good\n", ChildJvm.run(options, SleepingReceiver.class, provider));
  }

  /** Sends itself messages, and sleeps for each. */
  static final class SleepingReceiver {
    private SleepingReceiver() {}

    public static void main(String[] arguments) throws InterruptedException {
      FabricInfo info = Pair.offer(arguments[0], Capabilities.MSG);
      try (Arena arena = Arena.ofShared();
          Fabric fabric = Fabrics.open(info);
          Domain domain = fabric.openDomain(info);
          CompletionQueue sent = queue(domain);
          CompletionQueue received = domain.openCompletionQueue(SLEEPING);
          AddressVector vector = vector(domain);
          Counter counter = domain.openCounter(CounterAttributes.defaults());
          Endpoint endpoint = domain.openEndpoint(info)) {
        endpoint.bind(vector, 0);
        endpoint.bind(counter, BindFlags.RECV);
        endpoint.bind(sent, BindFlags.TRANSMIT);
        endpoint.bind(received, BindFlags.RECV);
        endpoint.enable();
        long self = vector.insert(endpoint.name());
        MemorySegment buffer = arena.allocate(8, 8);
        CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.TAGGED, 1);
        while (endpoint.recv(buffer, 8, FabricAddress.UNSPEC, 7) == -Errno.EAGAIN) {
          received.read(null, 0);
        }
        NativeCompletionQueue sleeper = (NativeCompletionQueue) received;
        Thread sender =
            Thread.ofPlatform().start(() -> sendTo(sleeper, endpoint, sent, buffer, self));
        assertEquals(1, received.sread(batch, 1, 0, -1));
        assertEquals(7, batch.context(0));
        sender.join();
      }
      System.out.println("good");
    }
  }

  /** Sends once a thread waits for this queue. */
  private static void sendTo(
      NativeCompletionQueue sleeper,
      Endpoint endpoint,
      CompletionQueue sent,
      MemorySegment buffer,
      long peer) {
    while (sleeper.waitingThreads() == 0) {
      Thread.yield();
    }
    while (endpoint.inject(buffer, 8, peer) == -Errno.EAGAIN) {
      sent.read(null, 0);
    }
  }

  private static int insertions(AddressVector vector, byte[] name) {
    return vector.insert(name) == FabricAddress.NOTAVAIL ? 0 : 1;
  }

  private static int sendOrProgress(
      Endpoint endpoint, CompletionQueue queue, Pair pair, long peer) {
    queue.read(null, 0);
    return endpoint.inject(pair.buffer(1), 8, peer);
  }

  private static Pair.Side await(Pair pair, CompletionQueue other) {
    while (pair.b.queue.read(pair.b.batch, 1) == -Errno.EAGAIN) {
      other.read(null, 0);
    }
    return pair.b;
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldCloseWithAVectorBeforeItIsEnabled(String provider) {
    FabricInfo info = Pair.offer(provider, Capabilities.MSG);
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info);
        AddressVector vector = vector(domain);
        Endpoint endpoint = domain.openEndpoint(info)) {
      endpoint.bind(vector, 0);
      FabricException busy = assertThrows(FabricException.class, vector::close);
      assertEquals(Errno.EBUSY, busy.errno());
      FabricException second = assertThrows(FabricException.class, () -> endpoint.bind(vector, 0));
      assertEquals(Errno.EINVAL, second.errno());
    }
  }

  /** sockets of 1.17 reads a whole address, however short the one in the info is. */
  @ParameterizedTest
  @ValueSource(strings = {"ofi:tcp", "ofi:net", "ofi:sockets", "ofi:udp"})
  void shouldRefuseASourceAddressThatIsCutOff(String provider) {
    Installed.requireProvider(provider);
    FabricInfo info = Pair.offer(provider, Capabilities.MSG);
    byte[] half = Arrays.copyOf(info.sourceAddress(), 3);
    try (Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info)) {
      FabricInfo wrong = info.toBuilder().sourceAddress(half).build();
      FabricException refusal =
          assertThrows(FabricException.class, () -> domain.openEndpoint(wrong));
      assertEquals(Errno.EINVAL, refusal.errno());
      assertTrue(refusal.getMessage().contains("sourceAddress=3 bytes"), refusal::getMessage);
    }
  }

  /** shm of 1.17 follows NULL if an endpoint that only sends has no queue for receives. */
  @Test
  void shouldWantAQueueForReceivesOfShm() {
    FabricInfo offer = Pair.offer("ofi:shm", Capabilities.MSG | Capabilities.SEND);
    try (Fabric fabric = Fabrics.open(offer);
        Domain domain = fabric.openDomain(offer);
        CompletionQueue queue = queue(domain);
        AddressVector vector = vector(domain);
        Endpoint endpoint = domain.openEndpoint(offer)) {
      endpoint.bind(vector, 0);
      endpoint.bind(queue, BindFlags.TRANSMIT);
      FabricException refusal = assertThrows(FabricException.class, endpoint::enable);
      assertEquals(Errno.ENOCQ, refusal.errno());
    }
  }
}
