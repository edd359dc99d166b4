package dev.weft.nic.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.nic.message.IntrusiveList;
import dev.weft.nic.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the messages with a list that is searched from its begin. */
class UnexpectedMessagesTest {
  private static final int STEPS = 20_000;
  private static final int TAGS = 100;
  private static final long[] IGNORED = {0, 0, 0, 1, 0xF, -1};

  private final UnexpectedMessages messages = new UnexpectedMessages();
  private final List<Message> expected = new ArrayList<>();
  private Random random;

  @ParameterizedTest
  @ValueSource(ints = {3, 40, 100, 1000})
  void shouldFindTheMessagesThatArrivedFirst(int most) {
    random = SeededRandom.of(most);
    for (int step = 0; step < STEPS; step++) {
      change(most);
      check();
    }
  }

  private void change(int most) {
    switch (random.nextInt(8)) {
      case 0, 1, 2, 3 -> {
        if (expected.size() < most) {
          arrive(random.nextInt(TAGS));
        }
      }
      case 4 -> removeFirst();
      case 5 -> removeOne();
      default -> takeMatch();
    }
    int rare = random.nextInt(4 * most);
    if (rare == 0) {
      while (!expected.isEmpty()) {
        removeFirst();
      }
    } else if (rare == 1) {
      moveSome();
    }
  }

  private void arrive(long tag) {
    Message message = new Message();
    message.tag = tag;
    messages.addLast(message);
    expected.add(message);
  }

  private void removeFirst() {
    if (!expected.isEmpty()) {
      remove(messages.first());
    }
  }

  private void removeOne() {
    if (!expected.isEmpty()) {
      remove(expected.get(random.nextInt(expected.size())));
    }
  }

  private void remove(Message message) {
    expected.remove(message);
    messages.remove(message);
  }

  private void takeMatch() {
    List<Message> found = search(receive());
    if (!found.isEmpty()) {
      remove(found.getFirst());
    }
  }

  private void moveSome() {
    if (expected.isEmpty()) {
      return;
    }
    int at = random.nextInt(expected.size());
    IntrusiveList<Message> other = new IntrusiveList<>();
    messages.moveTo(other, expected.get(at));
    for (Message moved : List.copyOf(expected.subList(at, expected.size()))) {
      assertSame(moved, other.removeFirst());
      expected.remove(moved);
    }
    assertNull(other.first());
  }

  private PostedReceive receive() {
    PostedReceive receive = new PostedReceive(1);
    receive.tag = random.nextInt(TAGS);
    receive.ignore = IGNORED[random.nextInt(IGNORED.length)];
    receive.source = PostedReceive.ANY_SOURCE;
    return receive;
  }

  /** All messages that a receive accepts, in the order in which they are found. */
  private List<Message> search(PostedReceive wanted) {
    List<Message> found = new ArrayList<>();
    for (Message each = messages.candidate(wanted);
        each != null;
        each = messages.nextCandidate(wanted, each)) {
      if (wanted.accepts(each.tag, 0)) {
        found.add(each);
      }
    }
    return found;
  }

  private void check() {
    PostedReceive wanted = receive();
    List<Message> accepted = expected.stream().filter(each -> wanted.accepts(each.tag, 0)).toList();
    assertEquals(accepted, search(wanted));
    assertSame(expected.isEmpty() ? null : expected.getFirst(), messages.first());
  }

  @Test
  void shouldCompareAReceiveWithMessagesOfItsTagOnly() {
    for (int tag = 0; tag < 10_000; tag++) {
      arrive(tag);
    }
    PostedReceive wanted = new PostedReceive(1);
    wanted.tag = 9_999;
    int compared = 0;
    Message candidate = messages.candidate(wanted);
    while (candidate != null) {
      compared++;
      candidate = messages.nextCandidate(wanted, candidate);
    }
    assertTrue(compared >= 1 && compared < 100, "compared=" + compared);
  }
}
