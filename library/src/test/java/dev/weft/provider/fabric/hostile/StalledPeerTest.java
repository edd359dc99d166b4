package dev.weft.provider.fabric.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.provider.fabric.Node;
import dev.weft.wire.FrameWriter;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer requests bytes and reads none of them: the requests of other peers are served. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class StalledPeerTest extends BesideRawPeer {
  private static final int READ = 11;
  private static final int ATOMIC_FETCH = 13;
  private static final long ATOMIC_READ_OF_LONGS = 7L << 32 | 10;
  private static final int FETCHED = 4096;
  private static final int REQUESTS = 300;

  private void request(int kind, int transfer, long length, long... rest) {
    FrameWriter out = link.out();
    long payload = (3 + rest.length) * (long) Long.BYTES;
    long frame = out.claim(payload);
    assertNotEquals(FrameWriter.FULL, frame);
    out.setWord(frame, 0, KEY);
    out.setWord(frame, Long.BYTES, 0);
    out.setWord(frame, 2 * Long.BYTES, length);
    for (int i = 0; i < rest.length; i++) {
      out.setWord(frame, (3 + i) * (long) Long.BYTES, rest[i]);
    }
    out.publish(frame, payload, kind, 0, 0, 1, transfer);
  }

  @Test
  void shouldServeTheReadsOfOthers() {
    for (int i = 0; i < REQUESTS; i++) {
      request(READ, i, LONG);
    }
    node.progress();
    expectService();
  }

  @Test
  void shouldServeTheAtomicsOfOthers() {
    request(READ, 0, LONG);
    for (int i = 1; i <= REQUESTS; i++) {
      request(ATOMIC_FETCH, i, FETCHED, ATOMIC_READ_OF_LONGS);
    }
    node.progress();
    expectService();
  }

  private void expectService() {
    long to = honest.handleOf(node);
    MemorySegment memory = honest.memory(Long.BYTES);
    assertEquals(0, honest.endpoint.read(memory, Long.BYTES, to, 0, KEY, 1));
    expect(1);
    AtomicTarget target = new AtomicTarget(DataType.INT64).destination(to).key(KEY);
    MemorySegment result = honest.memory(Long.BYTES);
    assertEquals(0, honest.endpoint.fetchAtomic(memory, result, target, AtomicOperation.SUM, 2));
    expect(2);
    assertEquals(
        0, node.endpoint.recv(node.memory(Long.BYTES), Long.BYTES, FabricAddress.UNSPEC, 3));
    assertEquals(0, honest.endpoint.send(memory, Long.BYTES, to, 4));
    expect(4);
    node.expect(3);
    assertFalse(link.isClosed());
  }

  private void expect(long context) {
    Node.until(
        () -> {
          node.progress();
          return honest.queue.read(honest.batch, 1) == 1;
        });
    assertEquals(context, honest.batch.context(0));
  }
}
