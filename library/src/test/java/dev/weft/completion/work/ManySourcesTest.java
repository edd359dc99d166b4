package dev.weft.completion.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A queue with so many work queues that a poll drives the progress of some of them only. */
class ManySourcesTest {
  private static final int SOURCES = 100;

  private final WorkQueueFixture on = new WorkQueueFixture(4);
  private final List<Source> sources = new ArrayList<>();

  /** Counts what is called. */
  private static final class Source implements WorkCompletionSource {
    int polls;
    int arms;
    boolean busy;

    @Override
    public boolean progress() {
      polls++;
      return busy;
    }

    @Override
    public void progressAndArm() {
      arms++;
    }
  }

  private void attach(int count) {
    for (int i = 0; i < count; i++) {
      Source source = new Source();
      sources.add(source);
      on.queue.attach(source);
    }
  }

  private void poll(int times) {
    for (int i = 0; i < times; i++) {
      assertEquals(0, on.reader.poll(on.structs, 1));
    }
  }

  @Test
  void shouldPollEachOfFew() {
    attach(32);
    poll(3);
    sources.forEach(source -> assertEquals(3, source.polls));
  }

  @Test
  void shouldPollEachOfManyInTurn() {
    attach(SOURCES);
    poll(25);
    sources.forEach(source -> assertEquals(8, source.polls)); // 32 of 100 each time
  }

  @Test
  void shouldPollTheBusyOneEachTime() {
    attach(SOURCES);
    sources.get(70).busy = true;
    poll(4);
    int before = sources.get(70).polls;
    poll(10);
    assertTrue(sources.get(70).polls >= before + 10, "polls=" + sources.get(70).polls);
  }

  @Test
  void shouldNotPollOneThatIsDetached() {
    attach(SOURCES);
    Source busy = sources.get(70);
    busy.busy = true;
    poll(4);
    on.queue.detach(busy);
    int before = busy.polls;
    poll(10);
    assertEquals(before, busy.polls);
  }

  @Test
  void shouldArmAll() {
    attach(SOURCES);
    on.queue.arm(false);
    poll(1);
    sources.forEach(source -> assertEquals(1, source.arms));
  }
}
