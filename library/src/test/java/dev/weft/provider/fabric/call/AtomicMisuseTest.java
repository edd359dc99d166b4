package dev.weft.provider.fabric.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** An atomic operation that is refused names the argument that is wrong. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class AtomicMisuseTest {
  private static final AtomicOperation SWAP = AtomicOperation.CSWAP;

  private final Node node = Node.open(Node.freshName());
  private final Endpoint end = node.endpoint;
  private final MemorySegment one = node.memory(8);
  private final AtomicTarget target =
      new AtomicTarget(DataType.INT64).destination(node.handleOf(node)).key(1);
  private final AtomicTarget two =
      new AtomicTarget(DataType.INT64).destination(node.handleOf(node)).key(1).count(2);

  @AfterEach
  void close() {
    node.close();
  }

  private static void refused(String beginning, Executable call) {
    String text = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertEquals(beginning, text.substring(0, Math.min(beginning.length(), text.length())));
  }

  @Test
  void shouldNameTheBuffer() {
    MemorySegment heap = MemorySegment.ofArray(new byte[8]);
    MemorySegment readOnly = one.asReadOnly();
    AtomicOperation sum = AtomicOperation.SUM;
    refused("buffer=null, allowed from 8 bytes up", () -> end.atomic(null, target, sum, 1));
    refused("buffer=8 bytes, allowed from 16 bytes", () -> end.atomic(one, two, sum, 1));
    refused("result=null, allowed from 8", () -> end.fetchAtomic(one, null, target, sum, 1));
    refused("result=8 bytes, allowed from 16", () -> end.fetchAtomic(one, one, two, sum, 1));
    refused("result=Mem", () -> end.fetchAtomic(one, readOnly, target, sum, 1));
    refused("compare=null", () -> end.compareAtomic(one, null, one, target, SWAP, 1));
    refused("compare=Mem", () -> end.compareAtomic(one, heap, one, target, SWAP, 1));
    refused("result=null", () -> end.compareAtomic(one, one, null, target, SWAP, 1));
  }

  @Test
  void shouldNameTheVector() {
    IoVector some = IoVector.of(one);
    AtomicOperation sum = AtomicOperation.SUM;
    refused("vector=null", () -> end.atomicv(null, target, sum, 1));
    refused("result=null", () -> end.fetchAtomicv(some, null, target, sum, 1));
    refused("compare=null", () -> end.compareAtomicv(some, null, some, target, SWAP, 1));
    refused("result=null", () -> end.compareAtomicv(some, some, null, target, SWAP, 1));
  }
}
