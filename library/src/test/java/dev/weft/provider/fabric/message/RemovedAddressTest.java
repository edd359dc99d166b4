package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An address that one thread removes and inserts again while another one posts to its handle. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class RemovedAddressTest {
  private static final int POSTS = 200_000;
  private static final int SOME = 16;

  /** The peer is alive: a post is refused, or what it has posted succeeds. */
  @Test
  void shouldRefuseAHandleWithoutAnAddressAndFailNothingElse() throws Exception {
    String fabric = Node.freshName();
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric)) {
      long handle = a.handleOf(b);
      byte[] address = b.endpoint.name();
      AtomicBoolean ended = new AtomicBoolean();
      Thread remover =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!ended.get()) {
                      assertEquals(0, a.vector.remove(handle));
                      assertEquals(handle, a.vector.insert(address));
                    }
                  });
      try {
        post(a, b, handle);
      } finally {
        ended.set(true);
        remover.join();
      }
    }
  }

  private static void post(Node a, Node b, long handle) {
    CompletionBatch batch = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, SOME);
    MemorySegment memory = b.memory(8);
    for (int i = 0; i < POSTS; i++) {
      assertEquals(0, b.endpoint.recv(memory, 8, -1, 2));
      int result;
      do {
        result = a.endpoint.send(memory, 8, handle, 1);
      } while (result == -Errno.EINVAL || result == -Errno.EAGAIN);
      assertEquals(0, result);
      expectOne(a, batch);
      expectOne(b, batch);
    }
  }

  private static void expectOne(Node node, CompletionBatch batch) {
    int taken;
    do {
      taken = node.queue.read(batch, SOME);
    } while (taken == -Errno.EAGAIN);
    assertEquals(1, taken);
  }
}
