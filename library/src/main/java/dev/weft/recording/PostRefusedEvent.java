package dev.weft.recording;

import java.util.function.IntFunction;
import java.util.function.LongFunction;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Throttle;

/**
 * The event {@code dev.weft.PostRefused} of the JDK's Flight Recorder: a call that posts an
 * operation returned an error, so nothing was posted. Off unless a recording enables it. A program
 * that repeats a post until there is room is refused millions of times, hence the limit.
 */
@Name("dev.weft.PostRefused")
@Label("Post Refused")
@Category("Weft")
@Description("A call that posts an operation returned an error; nothing was posted")
@Enabled(false)
@Throttle("100/s")
public final class PostRefusedEvent extends Event {
  /** Asked whether any recording wants these events, without an allocation. */
  private static final PostRefusedEvent ANY = new PostRefusedEvent();

  @Label("Operation")
  @Description("The kind of operation: flags of fi_cq(3), or the call of libibverbs")
  String operation;

  @Label("Error")
  @Description("The error as a positive number: fi_errno(3), or errno of libibverbs")
  int error;

  @Label("Reason")
  @Description("The text of the error")
  String reason;

  /**
   * Loads the class before there is something to report. The first report may come when the heap is
   * full, and a class that cannot be initialised then never can.
   */
  static void load() {
    ANY.isEnabled();
  }

  /**
   * Writes an event if the post was refused and any recording wants to know.
   *
   * @param flags the kind of operation, which {@code describe} turns into text
   * @param result 0, or a negative error number
   * @param text describes a positive error number
   * @return {@code result}
   */
  public static int report(
      long flags, LongFunction<String> describe, int result, IntFunction<String> text) {
    if (result < 0 && ANY.isEnabled()) {
      commit(describe.apply(flags), -result, text.apply(-result));
    }
    return result;
  }

  /**
   * Writes an event if the post was refused and any recording wants to know.
   *
   * @param call the name of the call that posts
   * @param error 0, or a positive error number
   * @param text describes a positive error number
   * @return {@code error}
   */
  public static int report(String call, int error, IntFunction<String> text) {
    if (error > 0 && ANY.isEnabled()) {
      commit(call, error, text.apply(error));
    }
    return error;
  }

  private static void commit(String operation, int error, String reason) {
    PostRefusedEvent event = new PostRefusedEvent();
    if (event.shouldCommit()) {
      event.operation = operation;
      event.error = error;
      event.reason = reason;
      event.commit();
    }
  }
}
