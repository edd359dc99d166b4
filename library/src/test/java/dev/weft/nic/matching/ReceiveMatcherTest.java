package dev.weft.nic.matching;

import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weft.SeededRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the matcher with a list that is searched from its begin. */
class ReceiveMatcherTest {
  private static final int STEPS = 20_000;
  private static final long[] IGNORED = {0, 0, 0, 1, 0xFF, -1};

  private final ReceiveMatcher matcher = new ReceiveMatcher();
  private final List<PostedReceive> expected = new ArrayList<>();
  private final List<PostedReceive> withdrawn = new ArrayList<>();
  private Random random;

  @ParameterizedTest
  @ValueSource(ints = {3, 40, 100, 1000})
  void shouldFindTheReceiveThatWasPostedFirst(int most) {
    random = SeededRandom.of(most);
    for (int step = 0; step < STEPS; step++) {
      change(most);
      check();
    }
    while (!expected.isEmpty()) {
      takeFirst();
      check();
    }
  }

  private void change(int most) {
    switch (random.nextInt(8)) {
      case 0, 1, 2, 3 -> {
        if (expected.size() < most) {
          post();
        }
      }
      case 4 -> takeFirst();
      case 5 -> removeOne();
      case 6 -> postAgain();
      default -> takeMatch();
    }
    if (random.nextInt(2 * most) == 0) {
      removeAll();
    }
  }

  private void post() {
    PostedReceive receive = new PostedReceive(1);
    receive.tag = random.nextInt(1000);
    receive.ignore = IGNORED[random.nextInt(IGNORED.length - random.nextInt(2))];
    receive.source = random.nextLong(3) - 1;
    matcher.post(receive);
    expected.add(receive);
  }

  private void takeFirst() {
    if (!expected.isEmpty()) {
      assertSame(expected.removeFirst(), matcher.posted.first());
      matcher.takeFirst();
    }
  }

  private void removeOne() {
    if (!expected.isEmpty()) {
      remove(expected.get(random.nextInt(expected.size())));
    }
  }

  private void remove(PostedReceive receive) {
    expected.remove(receive);
    receive.unpost();
    withdrawn.add(receive);
  }

  /** Posts a removed receive at its old position. */
  private void postAgain() {
    if (!withdrawn.isEmpty()) {
      PostedReceive receive = withdrawn.remove(random.nextInt(withdrawn.size()));
      matcher.postAgain(receive);
      expected.add(receive);
      expected.sort(Comparator.comparingLong(each -> each.order));
    }
  }

  private void takeMatch() {
    PostedReceive match = matcher.find(random.nextInt(1000), random.nextInt(2));
    if (match != null) {
      remove(match);
    }
  }

  private void removeAll() {
    while (!expected.isEmpty()) {
      remove(expected.getLast());
    }
    withdrawn.clear();
  }

  private void check() {
    long tag = random.nextInt(1000);
    long source = random.nextInt(2);
    PostedReceive first =
        expected.stream().filter(each -> each.accepts(tag, source)).findFirst().orElse(null);
    assertSame(first, matcher.find(tag, source));
  }
}
