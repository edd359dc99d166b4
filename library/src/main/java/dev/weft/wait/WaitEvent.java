package dev.weft.wait;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/**
 * The event {@code dev.weft.Wait} of the JDK's Flight Recorder: a thread waited for a queue, a
 * counter or a set. Off unless a recording enables it.
 */
@Name("dev.weft.Wait")
@Label("Wait")
@Category("Weft")
@Description("A thread waited for a completion queue, a counter or a set")
@Enabled(false)
@Threshold("0 ns")
final class WaitEvent extends Event {
  /** Asked whether any recording wants these events, without an allocation. */
  private static final WaitEvent ANY = new WaitEvent();

  @Label("Result")
  @Description("Why the wait ended")
  String result;

  /**
   * Loads the class before there is something to report. The first report may come when the heap is
   * full, and a class that cannot be initialised then never can.
   */
  static void load() {
    ANY.isEnabled();
  }

  /** Begins an event; null if no recording wants it. */
  static WaitEvent beginIfEnabled() {
    if (!ANY.isEnabled()) {
      return null;
    }
    WaitEvent event = new WaitEvent();
    event.begin();
    return event;
  }

  /** Ends a wait and writes the event, if it lasted long enough. */
  static void end(WaitEvent eventOrNull, WaitResult result) {
    if (eventOrNull != null && eventOrNull.shouldCommit()) {
      eventOrNull.result = result.name();
      eventOrNull.commit();
    }
  }
}
