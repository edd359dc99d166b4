package dev.weft.cli.top;

import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;

/** The state of a link at an instant; the components are the fields of the event. */
record LinkSample(
    Instant time, String local, String peer, long written, long read, long unread, long capacity)
    implements Sample {

  static LinkSample of(RecordedEvent event) {
    return new LinkSample(
        event.getStartTime(),
        event.getString("local"),
        event.getString("peer"),
        event.getLong("written"),
        event.getLong("read"),
        event.getLong("unread"),
        event.getLong("capacity"));
  }

  /** What tells it from other links. */
  String key() {
    return local + " " + peer;
  }
}
