package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.weft.provider.verbs.program.Expectation.Seen;
import java.util.ArrayDeque;
import java.util.Deque;

/** The completions of one work queue that must come, in their order (VQ-12). */
final class Completions {
  final Queue queue;
  private final Deque<Expectation> expected = new ArrayDeque<>();

  Completions(Queue queue) {
    this.queue = queue;
  }

  void add(Expectation expectation, boolean solicited) {
    expected.add(expectation);
    queue.expect(expectation, this, solicited);
  }

  int size() {
    return expected.size();
  }

  boolean areThere() {
    return expected.stream().allMatch(Expectation::optional);
  }

  void take(Seen seen) {
    Expectation next = expected.poll();
    while (next != null && next.optional() && next.wrId() != seen.wrId()) {
      next = expected.poll();
    }
    assertNotNull(next, () -> "unexpected: " + seen);
    next.requireEqual(seen);
  }

  @Override
  public String toString() {
    return expected.toString();
  }
}
