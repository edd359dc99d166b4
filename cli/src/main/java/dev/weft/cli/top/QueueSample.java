package dev.weft.cli.top;

import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;

/** The state of a completion queue at an instant; the components are the fields of the event. */
record QueueSample(
    Instant time,
    long number,
    String kind,
    String place,
    long capacity,
    long completed,
    long unread,
    long posted,
    long failures,
    int waiters)
    implements Sample {

  static QueueSample of(RecordedEvent event) {
    return new QueueSample(
        event.getStartTime(),
        event.getLong("queue"),
        event.getString("kind"),
        event.getString("place"),
        event.getLong("capacity"),
        event.getLong("completed"),
        event.getLong("unread"),
        event.getLong("posted"),
        event.getLong("failures"),
        event.getInt("waiters"));
  }
}
