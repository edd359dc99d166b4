package dev.weft.wire.shm.folder;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class MappingReclaimerTest {
  /** More than triggers a collection. */
  private static final long MUCH = 1L << 30;

  private static final Path FOLDER = Path.of("/dev/shm");
  private static final int LINKS = 20;
  private static final int ATTEMPTS = 50;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(300);

  /** The memory of an ended link, which a program may still refer to. */
  private Object owner;

  private MappingReclaimer.Share share;

  @Test
  void shouldCollectAgainAfterMemoryThatWasInUseForLong() throws InterruptedException {
    WeakReference<Object> inUse = map();
    share.linkEnded();
    Thread.sleep(500); // the collection that this triggers finds the owner in use
    owner = null;
    while (inUse.get() != null) {
      System.gc();
    }
    WeakReference<Object> unused = map();
    owner = null;
    share.linkEnded();
    expectCollected(unused);
  }

  /** The thread that ends a link may refer to it a moment longer; no other link ends later. */
  @Test
  void shouldCollectWhatIsInUseForAMoment() throws InterruptedException {
    boolean collected = false;
    for (int attempt = 0; attempt < ATTEMPTS && !collected; attempt++) {
      WeakReference<Object> ended = map();
      share.linkEnded();
      Thread.sleep(20); // on a busy machine it may be too long
      owner = null;
      Thread.sleep(500);
      collected = ended.get() == null;
    }
    assertTrue(collected, "not collected");
  }

  /** Links end while the collector waits for the memory of an earlier one. */
  @Test
  void shouldCollectWhatEndsDuringACollection() throws InterruptedException {
    List<WeakReference<Object>> unused = new ArrayList<>();
    for (int i = 0; i < LINKS; i++) {
      unused.add(endUnused());
      Thread.sleep(20);
    }
    for (WeakReference<Object> each : unused) {
      expectCollected(each);
    }
  }

  /** Little memory is much where nothing is free, as in a folder of /proc. */
  @Test
  void shouldCollectLittleWhereThereIsNoRoom() throws InterruptedException {
    Path full = Path.of("/proc");
    WeakReference<Object> unused = endUnused(full, 1 << 20);
    long start = System.nanoTime();
    while (unused.get() != null) {
      assertTrue(System.nanoTime() - start < PATIENCE, "not collected");
      Thread.sleep(10);
    }
  }

  private static WeakReference<Object> endUnused() {
    return endUnused(FOLDER, MUCH);
  }

  private static WeakReference<Object> endUnused(Path folder, long bytes) {
    Object memory = new Object();
    MappingReclaimer.Share end = MappingReclaimer.of(memory, folder, bytes);
    WeakReference<Object> unused = new WeakReference<>(memory);
    memory = null; // else a collection that starts at once would find it in use
    end.linkEnded();
    return unused;
  }

  private static void expectCollected(WeakReference<Object> unused) throws InterruptedException {
    long start = System.nanoTime();
    while (unused.get() != null) {
      assertTrue(System.nanoTime() - start < PATIENCE, "not collected");
      MappingReclaimer.of(new Object(), FOLDER, 1).linkEnded(); // as if a small link had ended
      Thread.sleep(10);
    }
  }

  /** Maps much memory, whose owner is old for the collector. */
  private WeakReference<Object> map() {
    owner = new Object();
    share = MappingReclaimer.of(owner, FOLDER, MUCH);
    System.gc();
    return new WeakReference<>(owner);
  }
}
