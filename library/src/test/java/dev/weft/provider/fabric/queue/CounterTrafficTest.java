package dev.weft.provider.fabric.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Counter;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.provider.fabric.Node;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Poll sets report what operations add to a counter, even if the application sets it meanwhile. */
class CounterTrafficTest {
  private static final int ROUNDS = 200_000;

  /** Two concurrent sets must not count as traffic. */
  @Test
  void shouldReportNoTrafficWhereThereIsNone() throws Exception {
    try (Node node = Node.open(Node.freshName());
        ExecutorService threads = Executors.newFixedThreadPool(3)) {
      SoftwareCounter counter =
          (SoftwareCounter) node.domain.openCounter(CounterAttributes.defaults(), null);
      AtomicBoolean over = new AtomicBoolean();
      Future<Long> seen = threads.submit(() -> firstTraffic(counter, over));
      for (Future<Void> change : threads.invokeAll(List.of(changes(counter), changes(counter)))) {
        change.get();
      }
      over.set(true);
      assertEquals(0, seen.get(), "traffic while it was set");
      assertEquals(0, counter.traffic(), "traffic after it was set");
      counter.close();
    }
  }

  private static Callable<Void> changes(Counter counter) {
    return () -> {
      for (int i = 0; i < ROUNDS; i++) {
        counter.set(i);
        counter.add(i);
      }
      return null;
    };
  }

  /** The first traffic that is not 0, or 0. */
  private static long firstTraffic(SoftwareCounter counter, AtomicBoolean over) {
    long traffic = 0;
    while (traffic == 0 && !over.get()) {
      traffic = counter.traffic();
    }
    return traffic;
  }
}
