package dev.weft.nic.queuepair.tag;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.SeededRandom;
import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.MessageTag;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PostError;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.workqueue.TagRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random additions, removals, reports and messages, compared with a simple model. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class TagModelTest {
  private static final int TAG_BITS = 3;
  private static final int ORDINARY = 8;

  private record Entry(long wrId, int handle, long tag, long mask) {}

  private record Told(int opcode, long wrId, int status, int flags, long tag) {}

  @Test
  void shouldDoAsTheModelDoes() {
    for (int seed = 0; seed < 40; seed++) {
      Run run = new Run(seed);
      run.run(seed);
      run.bench.close();
    }
  }

  /** One sequence of operations and messages. */
  private static final class Run {
    private final Random random;
    private final TagBench bench = TagBench.connected();

    /** Those that match come first. */
    private final List<Entry> entries = new ArrayList<>();

    private final List<Integer> handles = new ArrayList<>();
    private final ArrayDeque<Long> receives = new ArrayDeque<>();
    private final List<Told> expected = new ArrayList<>();
    private int matching;
    private int unexpected;
    private int reported;
    private int step;

    Run(int seed) {
      random = SeededRandom.of(seed);
    }

    private void run(int seed) {
      for (step = 0; step < 400; step++) {
        while (receives.size() < ORDINARY) {
          long wrId = 100 + receives.size() + (long) step * ORDINARY;
          bench.receive(0, 64);
          receives.add(wrId);
        }
        switch (random.nextInt(6)) {
          case 0, 1 -> add();
          case 2 -> remove();
          case 3 -> report(random.nextBoolean() ? unexpected : reported);
          default -> send();
        }
        compare("seed " + seed + ", step " + step);
      }
    }

    private void settle() {
      if (reported == unexpected) {
        matching = entries.size();
      }
    }

    private int waits() {
      return matching < entries.size() ? WorkFlags.TAG_SYNCHRONIZATION : 0;
    }

    private void add() {
      long mask = random.nextInt(1 << TAG_BITS);
      TagRequest add = bench.addition(step % TagBench.TAGS, random.nextInt(1 << TAG_BITS), mask);
      long wrId = step % TagBench.TAGS;
      add.flags = random.nextInt(4);
      add.unexpected = unexpected;
      int flags = add.flags;
      boolean full = entries.size() == TagBench.TAGS;
      assertEquals(full ? PostError.NO_ROOM : 0, bench.post(add));
      if (full) {
        return;
      }
      if ((flags & TagRequest.WITH_COUNT) != 0) {
        reported = unexpected;
      }
      entries.add(new Entry(wrId, add.handle, add.tag, mask));
      handles.add(add.handle);
      settle();
      if ((flags & TagRequest.SIGNALED) != 0) {
        told(Operation.TAG_ADDED, 1000 + wrId, WcStatus.SUCCESS, waits(), 0);
      }
    }

    private void remove() {
      if (handles.isEmpty()) {
        return;
      }
      int handle = handles.get(random.nextInt(handles.size()));
      assertEquals(0, bench.post(bench.removal(handle, step)));
      int index = entries.stream().map(Entry::handle).toList().indexOf(handle);
      if (index >= 0) {
        entries.remove(index);
        matching -= index < matching ? 1 : 0;
      }
      int status = index >= 0 ? WcStatus.SUCCESS : WcStatus.TAG_MATCHING;
      told(Operation.TAG_ADDED + 1, step, status, waits(), 0);
    }

    private void report(int count) {
      bench.report(count);
      reported = count;
      settle();
    }

    private void send() {
      long tag = random.nextInt(1 << TAG_BITS);
      boolean large = random.nextInt(3) == 0;
      if (random.nextInt(8) == 0) {
        bench.header(MessageTag.NONE, tag);
        bench.sender.send(1, 0, 32);
        receives.remove();
        told(Operation.RECEIVED_NO_TAG, 0, WcStatus.SUCCESS, waits(), 0);
        return;
      }
      Entry match =
          entries.subList(0, matching).stream()
              .filter(entry -> (tag & entry.mask) == entry.tag)
              .findFirst()
              .orElse(null);
      if (large && match != null) {
        bench.sender.receive(2, 1 << 12, 64);
      }
      if (large) {
        bench.rendezvous(1, tag, 40);
      } else {
        bench.eager(1, tag, 40);
      }
      if (match == null) {
        unexpected++;
        receives.remove();
        told(Operation.RECEIVED_TAG, 0, WcStatus.SUCCESS, waits(), tag);
        return;
      }
      entries.remove(match);
      matching--;
      int first = large ? WorkFlags.TAG_MATCH : TagBench.WHOLE;
      told(Operation.RECEIVED_TAG, match.wrId, WcStatus.SUCCESS, first | waits(), tag);
      if (large) {
        int second = WorkFlags.TAG_DATA_VALID | waits();
        told(Operation.RECEIVED_TAG, match.wrId, WcStatus.SUCCESS, second, tag);
      }
    }

    private void told(int opcode, long wrId, int status, int flags, long tag) {
      expected.add(new Told(opcode, wrId, status, flags, tag));
    }

    private void compare(String when) {
      for (Told each : expected) {
        WorkCompletion told = bench.told.next();
        Told seen = new Told(told.opcode, told.wrId, told.status, told.flags, told.tagMatchingTag);
        assertEquals(each, seen, when);
      }
      expected.clear();
      bench.told.expectNone();
      while (bench.sender.sends.poll() != null) {
        // each was matched or not, which is what counts
      }
      while (bench.sender.receives.poll() != null) {
        // that a rendezvous has ended
      }
      assertEquals(waits() != 0, bench.tags.list.isWaiting(), when);
    }
  }
}
