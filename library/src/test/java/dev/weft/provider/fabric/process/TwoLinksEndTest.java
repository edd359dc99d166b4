package dev.weft.provider.fabric.process;

import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two endpoints that send to each other first at the same time may have two links. The end of one
 * of them is not the end of the peer, whose messages are in the other one.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class TwoLinksEndTest {
  private static final int ROUNDS = 100;
  private static final long CAPABILITIES =
      Capabilities.MSG | Capabilities.TAGGED | Capabilities.DIRECTED_RECV;

  private final String fabric = "two-links-" + ProcessHandle.current().pid();

  @Test
  void shouldReceiveTheMessagesOfBothLinksBeforeTheEnd() throws Exception {
    try (ExecutorService threads = Executors.newCachedThreadPool();
        Node keepsTheFolder = open("keeper")) {
      for (int round = 0; round < ROUNDS; round++) {
        keepsTheFolder.progress();
        meet(threads, round);
      }
    }
  }

  private Node open(String name) {
    String address = "shm://" + fabric + "/" + name;
    return Node.open(fabric, ShmPeer.hints(address).capabilities(CAPABILITIES), WaitObject.NONE);
  }

  private void meet(ExecutorService threads, int round) throws Exception {
    try (Node stays = open("stays-" + round)) {
      stays.endpoint.option(EndpointOption.RECV_ENDS_WITH_PEER, 1);
      try (Node leaves = open("leaves-" + round)) {
        long toStays = leaves.handleOf(stays);
        long toLeaves = stays.handleOf(leaves);
        CyclicBarrier barrier = new CyclicBarrier(2);
        Future<?> first = threads.submit(() -> inject(barrier, leaves, toStays));
        inject(barrier, stays, toLeaves);
        first.get();
        MemorySegment buffer = stays.memory(16);
        Node.accepted(() -> stays.endpoint.trecv(buffer, 8, toLeaves, 2, 0, 2));
        Node.accepted(() -> stays.endpoint.trecv(buffer, 8, toLeaves, 1, 0, 1));
      }
      stays.expect(1);
      stays.expectError(2, Errno.ECONNRESET);
      stays.expectNothing();
    }
  }

  private static Void inject(CyclicBarrier barrier, Node from, long to) throws Exception {
    MemorySegment message = from.memory(8);
    barrier.await();
    Node.accepted(() -> from.endpoint.tinject(message, 8, to, 1));
    return null;
  }
}
