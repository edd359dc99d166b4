package dev.weft.conformance.fabric;

import static dev.weft.conformance.Check.returned;
import static dev.weft.conformance.Check.returnedOneOf;
import static dev.weft.conformance.Check.that;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * A consumer that follows the protocol of {@code fi_trywait(3)} to the letter:
 *
 * <pre>
 *   read all; trywait: -FI_EAGAIN ──► read all again
 *                      0          ──► select (one second: a lost wake-up) ──► read all
 * </pre>
 */
final class NativeWaiter {

  private static final int PATIENCE_MILLIS = 3_000;
  private static final int EMPTY_WAKES = 10_000;

  private final Fabric fabric;
  private final CompletionQueue queue;
  private final QueueReader reader;
  private final LongConsumer taker;
  private int slept;

  /**
   * @param taker is given the context of each entry
   */
  NativeWaiter(Fabric fabric, CompletionQueue queue, LongConsumer taker) {
    this.fabric = fabric;
    this.queue = queue;
    this.reader = new QueueReader(queue, 8);
    this.taker = taker;
  }

  /** How often it was safe to sleep. */
  int slept() {
    return slept;
  }

  /** Consumes until {@code taken}, which the taker counts up, has reached the total. */
  void consume(AtomicInteger taken, int total) {
    int emptyWakes = 0;
    try (ChannelWatch watch = ChannelWatch.on(queue)) {
      while (taken.get() < total) {
        int read = readAll();
        emptyWakes = read > 0 ? 0 : emptyWakes + 1;
        that(emptyWakes < EMPTY_WAKES, "woken %d times in a row with nothing", emptyWakes);
        int safe = fabric.tryWait(queue);
        returnedOneOf(Set.of(0, -Errno.EAGAIN), safe, "trywait");
        if (safe == 0 && taken.get() < total) {
          slept++;
          boolean woken = watch.ready(PATIENCE_MILLIS);
          that(woken || taken.get() >= total, "no wake-up for %d ms", PATIENCE_MILLIS);
        }
      }
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
