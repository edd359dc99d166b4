package dev.weft.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * The event {@code dev.weft.QueueStatistics} of the JDK's Flight Recorder: the state of an open
 * completion queue, once per period. Off unless a recording enables it.
 */
@Name("dev.weft.QueueStatistics")
@Label("Queue Statistics")
@Category("Weft")
@Description("The state of an open completion queue")
@Enabled(false)
@Period("1 s")
@StackTrace(false)
final class QueueStatisticsEvent extends StatisticsEvent {
  @Label("Queue")
  @Description("The number of the queue in its process, from 1")
  long queue;

  @Label("Kind")
  @Description("fi_cq or ibv_cq")
  String kind;

  @Label("Place")
  @Description("The addresses of the bound endpoints, or the name of the device")
  String place;

  @Label("Capacity")
  @Description("Operations that can be posted at the same time, or entries that fit; 0: unknown")
  long capacity;

  @Label("Completed")
  @Description("Completions so far, failures included")
  long completed;

  @Label("Unread")
  @Description("Completions that were not read yet; -1: only C knows")
  long unread;

  @Label("Posted")
  @Description(
      "Operations that are posted and not complete; of a queue of verbs always 0. Where unread is"
          + " -1, also those whose completion was not read")
  long posted;

  @Label("Failures")
  @Description("Failed operations so far")
  long failures;

  @Label("Waiters")
  @Description("Threads that wait for this queue now, or on its channel")
  int waiters;

  /** Writes an event. Called by the recorder. */
  static void commit(OpenQueue open) {
    QueueStatisticsEvent event = new QueueStatisticsEvent();
    event.queue = open.number;
    event.kind = open.kind;
    event.place = open.place();
    event.waiters = open.waiters();
    event.take(open.statistics());
    event.commit();
  }

  private void take(QueueStatistics statistics) {
    capacity = statistics.capacity();
    completed = statistics.completed();
    unread = statistics.unread();
    posted = statistics.posted();
    failures = statistics.failures();
  }
}
