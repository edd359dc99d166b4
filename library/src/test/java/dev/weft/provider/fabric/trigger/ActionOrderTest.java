package dev.weft.provider.fabric.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.queue.SoftwareCounter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** EP-059: actions start in the order of their thresholds, then of queueing, for each counter. */
class ActionOrderTest {
  private static final int STEPS = 3_000;
  private static final int CONTEXTS = 40;

  private final DeferredWorkList list = new DeferredWorkList();
  private final Node node = Node.open(Node.freshName());
  private final List<Counter> counters =
      Stream.generate(() -> node.domain.openCounter(CounterAttributes.defaults()))
          .limit(3)
          .toList();

  /** The reference: all waiting actions, in no order. */
  private final List<Recorded> waiting = new ArrayList<>();

  private final List<Recorded> started = new ArrayList<>();
  private boolean room = true;

  @AfterEach
  void close() {
    list.drop(null);
    counters.forEach(Counter::close);
    node.close();
  }

  /** Records that it started. With {@code chained}, it then adds 1 to its counter. */
  private final class Recorded extends ThresholdAction {
    private final Counter counter;
    private final long threshold;
    private final boolean errors;
    private final long context;
    private final boolean chained;
    private final int number;

    Recorded(
        Counter counter, long threshold, boolean errors, long context, boolean chained, int place) {
      super((SoftwareCounter) counter, threshold, errors);
      this.counter = counter;
      this.threshold = threshold;
      this.errors = errors;
      this.context = context;
      this.chained = chained;
      this.number = place;
    }

    boolean isDueNow() {
      return Long.compareUnsigned(counter.read() + (errors ? counter.readErr() : 0), threshold)
          >= 0;
    }

    @Override
    protected boolean start() {
      if (room) {
        assertEquals(this, expected(), "the first due action of the counter");
        waiting.remove(this);
        started.add(this);
        if (chained) {
          ((SoftwareCounter) counter).core().add(1);
        }
      }
      return room;
    }

    private Recorded expected() {
      return waiting.stream()
          .filter(one -> one.counter.equals(counter) && one.isDueNow())
          .min(order())
          .orElseThrow();
    }

    @Override
    protected boolean isOf(Object endpoint) {
      return true;
    }

    @Override
    protected boolean hasContext(long other) {
      return context == other;
    }

    @Override
    protected boolean fail(int error) {
      assertEquals(Errno.ECANCELED, error);
      return room && waiting.remove(this);
    }

    @Override
    public String toString() {
      return "[%d at %s, errors %s]".formatted(number, Long.toUnsignedString(threshold), errors);
    }
  }

  private static Comparator<Recorded> order() {
    Comparator<Recorded> byThreshold = (a, b) -> Long.compareUnsigned(a.threshold, b.threshold);
    return byThreshold.thenComparingInt(one -> one.number);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldStartWhatIsDueInOrder(long seed) {
    Random random = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      act(random, step);
      list.start();
      List<Recorded> due = waiting.stream().filter(Recorded::isDueNow).toList();
      assertEquals(room ? List.of() : due, due, "due actions that did not start");
      assertEquals(!due.isEmpty(), list.isHeld());
      assertEquals(waiting.isEmpty(), list.isEmpty());
    }
  }

  private void act(Random random, int step) {
    Counter counter = counters.get(random.nextInt(counters.size()));
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3, 4 -> queue(random, counter, step);
      case 5 -> counter.add(random.nextInt(3));
      case 6 -> counter.addErr(1);
      case 7 -> room = random.nextInt(3) > 0;
      case 8 -> cancel(random.nextInt(CONTEXTS));
      default -> counter.set(Math.max(0, counter.read() - random.nextInt(5)));
    }
  }

  private void queue(Random random, Counter counter, int step) {
    long near = counter.read() + random.nextInt(6) - 1;
    long threshold = random.nextInt(50) == 0 ? -1 : near; // -1 is the greatest
    boolean errors = random.nextBoolean();
    boolean chained = random.nextInt(4) == 0;
    int context = random.nextInt(CONTEXTS);
    Recorded one = new Recorded(counter, threshold, errors, context, chained, step);
    waiting.add(one);
    list.add(one);
  }

  private void cancel(long context) {
    boolean known = waiting.stream().anyMatch(one -> one.context == context);
    int expected = !known ? 1 : room ? 0 : -Errno.EAGAIN;
    assertEquals(expected, list.cancel(null, context));
  }
}
