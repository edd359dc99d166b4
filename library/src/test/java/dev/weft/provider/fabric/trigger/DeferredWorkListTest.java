package dev.weft.provider.fabric.trigger;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Counter;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.queue.SoftwareCounter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Work that waits for counters starts, even if another thread holds the queue's lock when it
 * becomes due.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class DeferredWorkListTest {
  private final DeferredWorkList queue = new DeferredWorkList();

  /** Becomes due while this thread removes others, so that another thread cannot take the lock. */
  private final class DueAmidRemoval extends ThresholdAction {
    private final Counter counter;
    private boolean started;

    DueAmidRemoval(Counter counter) {
      super((SoftwareCounter) counter, 1, false);
      this.counter = counter;
    }

    @Override
    protected boolean start() {
      started = true;
      return true;
    }

    @Override
    protected boolean isOf(Object endpoint) {
      counter.add(1);
      Thread other = Thread.ofPlatform().start(queue::start);
      try {
        other.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return false;
    }
  }

  @Test
  void shouldStartWhatBecomesDueWhileOthersAreRemoved() {
    try (Node node = Node.open(Node.freshName());
        Counter counter = node.domain.openCounter(CounterAttributes.defaults())) {
      DueAmidRemoval one = new DueAmidRemoval(counter);
      queue.add(one);
      queue.drop(null);
      assertTrue(one.started);
    }
  }
}
