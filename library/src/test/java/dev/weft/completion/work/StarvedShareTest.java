package dev.weft.completion.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.HeapHoard;
import dev.weft.OwnProcess;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A queue that is shared with endpoints while the heap is full. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class StarvedShareTest {
  private static final int CAPACITY = 1 << 16;

  @Test
  void shouldHaveRoomForUnpostedCompletionsOnceThereIsMemory() throws Exception {
    List<String> command =
        OwnProcess.command(List.of("-Xmx64m", "-XX:+UseSerialGC"), StarvedShareTest.class);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertEquals("done\n", new String(process.getInputStream().readAllBytes(), UTF_8));
  }

  // The process with a full heap.

  public static void main(String[] arguments) {
    shares(new WorkQueueFixture(1).queue); // loads classes
    WorkCompletionQueue queue = new WorkQueueFixture(CAPACITY).queue;
    boolean shared;
    try (HeapHoard hoard = new HeapHoard()) {
      hoard.take();
      shared = shares(queue);
    }
    assertFalse(shared);
    assertTrue(shares(queue));
    assertEquals(2 * CAPACITY, queue.ring().slotCount);
    System.out.println("done");
  }

  private static boolean shares(WorkCompletionQueue queue) {
    try {
      queue.share(() -> false, null);
      return true;
    } catch (OutOfMemoryError full) {
      return false;
    }
  }
}
