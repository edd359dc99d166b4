package dev.weft.conformance.verbs.bench;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Reads a completion queue for one thread, by poll or by the iterator. */
public final class Inbox {
  private static final int ROOM = 64;
  private static final long PAUSE_NANOS = 100_000;
  private static final int CALM_POLLS = 20;

  private final CompletionQueue queue;
  private final boolean iterator;
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), ROOM);
  private final List<Work> polled = new ArrayList<>();

  /**
   * @param iterator whether to read by start, next and end instead of poll
   */
  Inbox(CompletionQueue queue, boolean iterator) {
    this.queue = queue;
    this.iterator = iterator;
  }

  public CompletionQueue queue() {
    return queue;
  }

  /** The batch of the last plain poll. */
  public WorkCompletionBatch batch() {
    return batch;
  }

  /** Takes up to this many; returns how many it took, or a negative errno. */
  public int poll(int count) {
    polled.clear();
    return iterator ? iterate((ExtendedCompletionQueue) queue, count) : pollPlain(count);
  }

  /** Copies of the completions that {@link #poll} took. */
  public List<Work> polled() {
    return List.copyOf(polled);
  }

  private int pollPlain(int count) {
    int taken = queue.poll(batch, count);
    for (int i = 0; i < taken; i++) {
      polled.add(Work.of(batch, i));
    }
    return taken;
  }

  private int iterate(ExtendedCompletionQueue extended, int count) {
    if (count <= 0) {
      return 0;
    }
    int answer = extended.startPoll(null);
    if (answer != 0) {
      return answer == VerbsErrno.ENOENT || answer == VerbsErrno.EBUSY ? 0 : -answer;
    }
    do {
      polled.add(Work.of(extended));
    } while (polled.size() < count && extended.nextPoll() == 0);
    extended.endPoll();
    return polled.size();
  }

  /** Takes exactly this many; fails if they do not arrive. */
  public List<Work> expect(int count) {
    List<Work> seen = new ArrayList<>();
    HangDetector detector = new HangDetector();
    while (seen.size() < count) {
      int taken = poll(Math.min(ROOM, count - seen.size()));
      if (taken < 0) {
        throw new ClauseFailure("poll returned " + VerbsCheck.name(taken) + " after " + seen);
      }
      seen.addAll(polled);
      if (taken > 0) {
        detector.progressed();
      } else {
        detector.lapOr("%d of %d completions come: %s", seen.size(), count, seen);
      }
    }
    return seen;
  }

  /** Takes one, which must have this status. */
  public Work expectStatus(int status) {
    Work work = expect(1).getFirst();
    Check.equal(
        CompletionStatus.name(status), CompletionStatus.name(work.status()), "status of %s", work);
    return work;
  }

  /** Takes exactly this many, which must be successes; returns their wr_ids. */
  public List<Long> numbers(int count) {
    List<Work> works = expect(count);
    works.forEach(work -> Check.that(work.isSuccess(), "a failure: %s", work));
    return works.stream().map(Work::wrId).toList();
  }

  /** Takes all that are queued; returns their wr_ids. */
  public List<Long> all() {
    List<Long> numbers = new ArrayList<>();
    while (poll(ROOM) > 0) {
      polled.forEach(work -> numbers.add(work.wrId()));
    }
    return numbers;
  }

  /** Fails unless the queue is empty and stays empty for a while. */
  public void expectEmpty(String when) {
    for (int i = 0; i < CALM_POLLS; i++) {
      int taken = poll(1);
      Check.that(
          taken == 0,
          "%s: the queue should be empty, but poll gave %s",
          when,
          taken > 0 ? polled : VerbsCheck.name(taken));
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
