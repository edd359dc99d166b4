package dev.weft.provider.fabric.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Counter;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.message.DeferredWork;
import dev.weft.provider.fabric.Node;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** EP-060: a counter that has reached a threshold starts the work, also if work sets it back. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SetCounterTest {
  private final Node node = Node.open(Node.freshName());
  private final Counter counter = counter();
  private final Counter sum = counter();

  private Counter counter() {
    return node.domain.openCounter(CounterAttributes.defaults());
  }

  @AfterEach
  void close() {
    node.domain.control(ControlCommand.flushWork(null));
    List.of(counter, sum).forEach(Counter::close);
    node.close();
  }

  private void queue(DeferredWork work, Counter triggering, long threshold) {
    node.domain.control(ControlCommand.queueWork(work.after(triggering, threshold)));
  }

  /** The counter is set at 3; what was due before starts, and what the new value reaches. */
  @ParameterizedTest
  @CsvSource({"3, 0, 1", "4, 0, 2", "4, 2, 2", "4, 5, 3"})
  void shouldStartWhatWasDueBefore(long reached, long setTo, long started) {
    queue(DeferredWork.set(counter, setTo), counter, 3);
    for (long threshold = 3; threshold <= 5; threshold++) {
      queue(DeferredWork.add(sum, 1), counter, threshold);
    }
    counter.add(reached);
    assertEquals(started, sum.read());
    assertEquals(setTo, counter.read());
  }
}
