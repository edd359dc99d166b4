package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.Installed;
import dev.weft.ffm.fid.NativeObject;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The first watch of a queue, and endpoints that are not enabled, while other threads call. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WatchTest {
  private static final int READERS = 8;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  private static CompletionQueue queue(Pair pair) {
    return pair.keep(
        pair.domain.openCompletionQueue(
            CompletionQueueAttributes.blocking(CompletionFormat.TAGGED)));
  }

  @Test
  void shouldWatchWhileManyThreadsRead() throws InterruptedException {
    try (Pair pair = new Pair("ofi:tcp", Capabilities.MSG)) {
      CompletionQueue queue = queue(pair);
      AtomicBoolean ended = new AtomicBoolean();
      CountDownLatch begun = new CountDownLatch(READERS);
      var readers = IntStream.range(0, READERS).mapToObj(_ -> reader(queue, begun, ended)).toList();
      begun.await();
      queue.watch(null).close();
      ended.set(true);
      for (Thread reader : readers) {
        reader.join();
      }
    }
  }

  private static Thread reader(CompletionQueue queue, CountDownLatch begun, AtomicBoolean ended) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              begun.countDown();
              while (!ended.get()) {
                queue.read(null, 0);
              }
            });
  }

  /** An endpoint that is being enabled holds up the calls for its queues. */
  @Test
  void shouldWatchWhileCallsAreHeldUp() throws InterruptedException {
    try (Pair pair = new Pair("ofi:tcp", Capabilities.MSG)) {
      NativeCompletionQueue queue = (NativeCompletionQueue) queue(pair);
      queue.holdUpCalls();
      Thread.ofPlatform().daemon().start(() -> queue.watch(null).close()).join();
      queue.resumeCalls();
    }
  }

  /** C refuses an endpoint without a queue for receives. */
  @Test
  void shouldCloseWhatIsNotEnabledWhileAHeldUpThreadOwnsAMonitor() throws InterruptedException {
    FabricInfo sending = Pair.offer("ofi:tcp", Capabilities.MSG | Capabilities.SEND);
    try (Pair pair = new Pair(sending, 0, 0);
        AddressVector vector = pair.domain.openAddressVector(AddressVectorAttributes.defaults())) {
      CompletionQueue queue = queue(pair);
      Endpoint endpoint = pair.domain.openEndpoint(pair.info);
      endpoint.bind(vector, 0);
      endpoint.bind(queue, BindFlags.TRANSMIT);
      CountDownLatch owned = new CountDownLatch(1);
      Thread owner =
          Thread.ofPlatform().daemon().start(() -> readOwning(vector, queue, endpoint, owned));
      owned.await();
      FabricException refusal = assertThrows(FabricException.class, endpoint::enable);
      assertTrue(refusal.getMessage().contains("It is closed"), refusal::getMessage);
      assertTrue(endpoint.isClosed());
      owner.join();
    }
  }

  /** Reads while it owns the monitor of an object, until the endpoint is being closed. */
  private static void readOwning(
      Object monitor, CompletionQueue queue, Endpoint endpoint, CountDownLatch owned) {
    synchronized (monitor) {
      owned.countDown();
      while (!((NativeObject) endpoint).isClosing()) {
        queue.read(null, 0);
      }
    }
  }
}
