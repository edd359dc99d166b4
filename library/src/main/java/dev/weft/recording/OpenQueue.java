package dev.weft.recording;

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
  private final Supplier<QueueStatistics> statistics;
  private final Supplier<String> place;
  private final IntSupplier waiters;

  private OpenQueue(
      String kind,
      Supplier<QueueStatistics> statistics,
      Supplier<String> place,
      IntSupplier waiters) {
    this.kind = kind;
    this.statistics = statistics;
    this.place = place;
    this.waiters = waiters;
  }

  /**
   * Begins to describe a queue. The recorder's thread calls the arguments at any time.
   *
   * @param kind {@code fi_cq} or {@code ibv_cq}
   * @param place the addresses of the bound endpoints, or the name of the device
   * @param waiters counts the threads that wait for the queue, or on its channel
   */
  public static OpenQueue of(
      String kind,
      Supplier<QueueStatistics> statistics,
      Supplier<String> place,
      IntSupplier waiters) {
    PostRefusedEvent.load();
    OpenQueue queue = new OpenQueue(kind, statistics, place, waiters);
    ALL.add(queue);
    return queue;
  }

  /** The queue is being closed. */
  public void close() {
    ALL.remove(this);
  }

  QueueStatistics statistics() {
    return statistics.get();
  }

  String place() {
    return place.get();
  }

  int waiters() {
    return waiters.getAsInt();
  }
}
