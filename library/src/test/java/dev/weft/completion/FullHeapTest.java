package dev.weft.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.HeapHoard;
import dev.weft.OwnProcess;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures that are reported while the heap is full. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class FullHeapTest {
  private static final int SLOTS = 1 << 18;
  private static final CompletionFailure FAILURE = CompletionFailure.of(1, 2, 5).build();

  @Test
  void shouldContinueAfterAFailureThatFoundNoMemory() throws Exception {
    List<String> command =
        OwnProcess.command(List.of("-Xmx64m", "-XX:+UseSerialGC"), FullHeapTest.class);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertEquals("done\n", new String(process.getInputStream().readAllBytes(), UTF_8));
  }

  // The process with a full heap.

  public static void main(String[] arguments) {
    isRefused(new CompletionRing(1, Sharing.MULTI, null)); // loads classes
    CompletionRing ring = new CompletionRing(SLOTS, Sharing.MULTI, null);
    boolean refused;
    try (HeapHoard hoard = new HeapHoard()) {
      hoard.take();
      refused = isRefused(ring);
    }
    assertTrue(refused);
    assertFalse(isRefused(ring));
    ring.writer().reserve(1);
    ring.writer().write(2, 0, 0, 0, 0, 0, 0);
    assertNotNull(Batch.readError(ring));
    assertEquals(1, new Batch(48, 4).readFrom(ring));
    assertEquals(1, RingStatistics.of(ring).failures());
    System.out.println("done");
  }

  private static boolean isRefused(CompletionRing ring) {
    try {
      ring.writer().reserve(1);
      ring.writer().writeError(FAILURE);
      return false;
    } catch (OutOfMemoryError full) {
      ring.writer().release(1);
      return true;
    }
  }
}
