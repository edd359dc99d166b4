package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.returnedOneOf;
import static dev.weft.conformance.check.Check.that;

import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.fabric.bench.ChannelWatch;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.poll.WaitHandle;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * A consumer that follows the protocol of {@code fi_trywait(3)} exactly:
 *
 * <pre>
 *   read all; trywait: -FI_EAGAIN ──► read all again
 *                      0          ──► select (a hang: a lost wake-up) ──► read all
 * </pre>
 */
final class NativeWaiter {

  private static final int LOOK_MILLIS = 50;
  private static final int EMPTY_WAKES = 10_000;

  private final Fabric fabric;
  private final CompletionQueue queue;
  private final QueueReader reader;
  private final ControlCommand<? extends WaitHandle> form;
  private final LongConsumer taker;
  private int slept;

  /**
   * @param taker called with the context of each entry
   */
  NativeWaiter(Fabric fabric, CompletionQueue queue, LongConsumer taker) {
    this(fabric, queue, ControlCommand.GETWAIT, taker);
  }

  /** One that waits for a handle of this form. */
  NativeWaiter(
      Fabric fabric,
      CompletionQueue queue,
      ControlCommand<? extends WaitHandle> form,
      LongConsumer taker) {
    this.form = form;
    this.fabric = fabric;
    this.queue = queue;
    this.reader = new QueueReader(queue, 8);
    this.taker = taker;
  }

  /** How often trywait returned 0. */
  int slept() {
    return slept;
  }

  /** Consumes until {@code taken}, which the taker counts up, has reached the number of rounds. */
  void consume(AtomicInteger taken, Rounds rounds) {
    int emptyWakes = 0;
    try (ChannelWatch watch = ChannelWatch.on(queue, form)) {
      while (taken.get() < rounds.total()) {
        int read = readAll();
        emptyWakes = read > 0 ? 0 : emptyWakes + 1;
        that(emptyWakes < EMPTY_WAKES, "woken %d times in a row with nothing", emptyWakes);
        int safe = fabric.tryWait(queue);
        returnedOneOf(Set.of(0, -Errno.EAGAIN), safe, "trywait");
        if (safe == 0 && taken.get() < rounds.total()) {
          slept++;
          sleep(watch, taken, rounds);
        }
      }
    }
  }

  /** Polls for the end of the rounds at intervals, because that end does not wake the channel. */
  private static void sleep(ChannelWatch watch, AtomicInteger taken, Rounds rounds) {
    HangDetector detector = new HangDetector();
    while (!watch.ready(LOOK_MILLIS) && taken.get() < rounds.total()) {
      detector.lapOr("no wake-up after %d of %d completions", taken.get(), rounds.begun());
    }
  }

  private int readAll() {
    int total = 0;
    int read = reader.read(8);
    for (; read > 0; read = reader.read(8)) {
      total += read;
      reader.contexts(read).forEach(taker::accept);
    }
    returned(-Errno.EAGAIN, read, "read of a queue that was drained");
    return total;
  }
}
