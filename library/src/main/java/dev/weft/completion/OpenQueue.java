package dev.weft.completion;

import dev.weft.recording.OpenObjects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * An open completion queue of either API, which the Flight Recorder describes until it is closed.
 * Its owner keeps it; else it is forgotten.
 */
public final class OpenQueue {
  private static final OpenObjects<OpenQueue> ALL =
      OpenObjects.describedBy(QueueStatisticsEvent.class, QueueStatisticsEvent::commit);
  private static final AtomicLong OPENED = new AtomicLong();

  final long number = OPENED.incrementAndGet();
  final String kind;
  private final Supplier<CompletionRing> ring;
  private final Supplier<String> place;
  private final IntSupplier waiters;

  private OpenQueue(
      String kind, Supplier<CompletionRing> ring, Supplier<String> place, IntSupplier waiters) {
    this.kind = kind;
    this.ring = ring;
    this.place = place;
    this.waiters = waiters;
  }

  /**
   * An {@code fi_cq(3)} with a ring of its own.
   *
   * @param place the addresses of the bound endpoints
   * @param waiters counts the threads that wait for the queue
   */
  public static OpenQueue of(CompletionRing ring, Supplier<String> place, IntSupplier waiters) {
    return opened(new OpenQueue("fi_cq", () -> ring, place, waiters));
  }

  /**
   * An {@code ibv_cq}.
   *
   * @param place the name of the device
   * @param waiters counts the threads that wait on the queue's channel
   */
  public static OpenQueue of(
      WorkCompletionQueue queue, Supplier<String> place, IntSupplier waiters) {
    return opened(new OpenQueue("ibv_cq", queue::ring, place, waiters));
  }

  private static OpenQueue opened(OpenQueue queue) {
    ALL.add(queue);
    return queue;
  }

  /** The queue is being closed. */
  public void close() {
    ALL.remove(this);
  }

  CompletionRing ring() {
    return ring.get();
  }

  String place() {
    return place.get();
  }

  int waiters() {
    return waiters.getAsInt();
  }
}
