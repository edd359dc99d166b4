package dev.weft.completion;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * The event {@code dev.weft.ErrorCompletion} of the JDK's Flight Recorder: an operation of an
 * endpoint failed. Off unless a recording enables it.
 */
@Name("dev.weft.ErrorCompletion")
@Label("Error Completion")
@Category("Weft")
@Description("An operation failed, and its error entry was written to a completion queue")
@Enabled(false)
final class ErrorCompletionEvent extends Event {
  /** Asked whether any recording wants these events, without an allocation. */
  private static final ErrorCompletionEvent ANY = new ErrorCompletionEvent();

  @Label("Context")
  @Description("op_context, as posted")
  long context;

  @Label("Flags")
  @Description("The kind of operation, as bits of fi_cq(3)")
  long flags;

  @Label("Error")
  @Description("err, a positive number of fi_errno(3)")
  int error;

  @Label("Provider Error")
  @Description("prov_errno")
  int providerError;

  /**
   * Loads the class before there is something to report. The first report may come when the heap is
   * full, and a class that cannot be initialised then never can.
   */
  static void load() {
    ANY.isEnabled();
  }

  /** Writes an event if any recording wants it. */
  static void commitIfEnabled(CompletionFailure failure) {
    if (ANY.isEnabled()) {
      ErrorCompletionEvent event = new ErrorCompletionEvent();
      event.context = failure.context();
      event.flags = failure.flags();
      event.error = failure.error();
      event.providerError = failure.providerError();
      event.commit();
    }
  }
}
