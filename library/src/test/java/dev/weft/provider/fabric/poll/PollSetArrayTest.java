package dev.weft.provider.fabric.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Counter;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.queue.SoftwareCounter;
import org.junit.jupiter.api.Test;

/** The array of contexts that a poll set fills. */
class PollSetArrayTest {
  @Test
  void shouldKeepTheEventWhereTheArrayCannotHoldTheContext() {
    try (Node node = Node.open(Node.freshName());
        PollSet set = node.domain.openPollSet(PollSetAttributes.defaults(), null);
        Counter first = node.domain.openCounter(CounterAttributes.defaults(), "first");
        Counter second = node.domain.openCounter(CounterAttributes.defaults(), 2)) {
      set.add(first, 0);
      set.add(second, 0);
      happens(first);
      happens(second);
      var thrown = assertThrows(IllegalArgumentException.class, () -> set.poll(new String[2], 2));
      assertEquals(
          "contexts=String[], allowed: an array that can hold context=2, a java.lang.Integer",
          thrown.getMessage());
      assertEquals(2, set.poll(new Object[2], 2));
      set.del(second, 0);
      happens(first);
      assertEquals(1, set.poll(new String[1], 1));
      set.del(first, 0);
    }
  }

  /** Counts as an operation does; an add by the application is no event. */
  private static void happens(Counter counter) {
    ((SoftwareCounter) counter).core().succeeded(8);
  }
}
