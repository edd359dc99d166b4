package dev.weft.cli.top;

import jdk.jfr.consumer.EventStream;

/** The queues and links of a process. Used by one thread at a time. */
final class Statistics {
  private final Samples<Long, QueueSample> queues = new Samples<>();
  private final Samples<String, LinkSample> links = new Samples<>();

  /** Takes the samples from a stream. */
  void readFrom(EventStream stream) {
    stream.onEvent(StatisticsRecording.QUEUES, event -> add(QueueSample.of(event)));
    stream.onEvent(StatisticsRecording.LINKS, event -> add(LinkSample.of(event)));
  }

  void add(QueueSample queue) {
    queues.add(queue.number(), queue);
  }

  void add(LinkSample link) {
    links.add(link.key(), link);
  }

  Samples<Long, QueueSample> queues() {
    return queues;
  }

  Samples<String, LinkSample> links() {
    return links;
  }

  /** Whether no sample has come since the last table. */
  boolean isEmpty() {
    return queues.isEmpty() && links.isEmpty();
  }

  /** A table was shown. */
  void markShown() {
    queues.markShown();
    links.markShown();
  }
}
