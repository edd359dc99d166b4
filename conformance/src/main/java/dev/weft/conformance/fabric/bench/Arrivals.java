package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Errno;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Posts operations and waits for completions, successful or failed, and drives the progress of all
 * sides meanwhile, because some messages need the sender's progress until they are delivered.
 */
public final class Arrivals {

  /** Enough for 64 MiB in chunks between two processes. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(20);

  private static final int CALM_ROUNDS = 30;

  private final Runnable progress;
  private final Runnable settling;

  /**
   * Waits for endpoints.
   *
   * @param progress drives the progress of all of them
   * @param settling does so until posted operations have arrived
   */
  public Arrivals(Runnable progress, Runnable settling) {
    this.progress = progress;
    this.settling = settling;
  }

  /** Posts an operation; repeats that while it returns {@code -FI_EAGAIN}, unless that hangs. */
  public void post(String call, IntSupplier post) {
    post(call, post, progress);
  }

  /** Posts an operation of an endpoint without peers. */
  static void post(String call, IntSupplier post, Runnable progress) {
    Check.returned(0, decided(post, progress), "%s", call);
  }

  /**
   * What a post returns in the end: it is repeated while it returns {@code -FI_EAGAIN}, as the
   * first one to a peer does with providers that connect to it, unless that hangs.
   */
  public int decided(IntSupplier post) {
    return decided(post, progress);
  }

  private static int decided(IntSupplier post, Runnable progress) {
    HangDetector detector = new HangDetector();
    int returned = post.getAsInt();
    while (returned == -Errno.EAGAIN && detector.lap()) {
      progress.run();
      returned = post.getAsInt();
    }
    return returned;
  }

  /** The next outcomes of a queue in its order; fails if they do not arrive. */
  public List<Outcome> outcomes(QueueReader queue, int count) {
    List<Outcome> seen = new ArrayList<>();
    HangDetector detector = new HangDetector(ALLOWANCE);
    while (seen.size() < count) {
      progress.run();
      Optional<Outcome> next = poll(queue);
      if (next.isPresent()) {
        seen.add(next.get());
        detector.progressed();
      } else {
        detector.lapOr("%d of %d completions come: %s", seen.size(), count, seen);
      }
    }
    return seen;
  }

  /** The next entries of a queue, all of them successful. */
  List<Entry> entries(QueueReader queue, int count) {
    List<Entry> entries = new ArrayList<>();
    for (Outcome outcome : outcomes(queue, count)) {
      Check.that(!outcome.failed(), "expected a successful operation, seen %s", outcome);
      entries.add(outcome.entry());
    }
    return entries;
  }

  /** The next entry of a queue, a successful one. */
  public Entry entry(QueueReader queue) {
    return entries(queue, 1).getFirst();
  }

  /** The next completion of a queue, a failed one. */
  public Failure failure(QueueReader queue) {
    Outcome outcome = outcomes(queue, 1).getFirst();
    Check.that(outcome.failed(), "expected a failed operation, seen %s", outcome);
    return outcome.failure();
  }

  /** Outcomes that still arrive, until none has arrived for a while. */
  public List<Outcome> rest(QueueReader queue) {
    List<Outcome> seen = new ArrayList<>();
    int calm = 0;
    while (calm < CALM_ROUNDS) {
      settling.run();
      Optional<Outcome> next = poll(queue);
      next.ifPresent(seen::add);
      calm = next.isPresent() ? 0 : calm + 1;
    }
    return seen;
  }

  /** Fails if anything still arrives. */
  public void nothing(QueueReader queue, String when) {
    List<Outcome> seen = rest(queue);
    Check.that(seen.isEmpty(), "%s: the queue should stay empty, seen %s", when, seen);
  }

  /** Takes the completion at the head, successful or failed, if there is one. */
  public static Optional<Outcome> poll(QueueReader queue) {
    int read = queue.readFrom(1);
    if (read == 1) {
      return Optional.of(new Outcome(queue.entriesFrom(1).getFirst(), null));
    }
    Check.returnedOneOf(Set.of(-Errno.EAGAIN, -Errno.EAVAIL), read, "readfrom(count=1)");
    return read == -Errno.EAVAIL ? Optional.of(takeError(queue)) : Optional.empty();
  }

  private static Outcome takeError(QueueReader queue) {
    Check.returned(1, queue.readErr(), "readerr after read returned -FI_EAVAIL");
    return new Outcome(null, Failure.of(queue.error()));
  }
}
