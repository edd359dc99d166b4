package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * A process whose peers connect and leave repeatedly, and that allocates hardly any heap itself.
 */
@Tag("long")
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeadLinksTest {
  private static final long CAPACITY = 1 << 20;
  private static final int PEERS = 300;
  private static final int MAX_MAPPED = PEERS + PEERS / 2;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(120);

  @TempDir(factory = InMemory.class)
  private Path base;

  /** Temporary folders in the provider's folder, which is faster than the default one. */
  private static final class InMemory implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
        throws IOException {
      String folder = System.getProperty("dev.weft.shm.folder", "/dev/shm");
      return Files.createTempDirectory(Path.of(folder), "dead-links");
    }
  }

  @Test
  void shouldKeepTheMemoryOfFewDeadLinks() {
    try (Port living =
        new ShmWire(base, "f", CAPACITY).open("shm://f/living", new SilentListener())) {
      for (int i = 0; i < PEERS; i++) {
        try (Port peer =
            new ShmWire(base, "f", CAPACITY).open("shm://f/peer", new SilentListener())) {
          assertNotNull(peer.connect(living.address()));
          boolean _ = living.hasLinkChanges();
        }
        boolean _ = living.hasLinkChanges();
        for (Link link : living.links()) {
          if (link.isClosed()) {
            living.forget(link);
          }
        }
        awaitFewMappings();
      }
    }
  }

  /** Waits for the collection of dead links, if there are many. */
  private static void awaitFewMappings() {
    long start = System.nanoTime();
    for (long mapped = MappedLinks.count("");
        mapped >= MAX_MAPPED;
        mapped = MappedLinks.count("")) {
      assertTrue(System.nanoTime() - start < PATIENCE, mapped + " files stay mapped");
      Thread.yield();
    }
  }
}
