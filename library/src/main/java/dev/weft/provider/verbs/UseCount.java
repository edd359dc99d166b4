package dev.weft.provider.verbs;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.util.function.BooleanSupplier;

/** How many still need an object, which cannot be ended before. Any thread may call any method. */
final class UseCount {
  private final String endingCall;
  private int count;
  private boolean ending;
  private volatile boolean ended;

  /** Nobody needs it yet; {@code endingCall} is the C name of what ends it. */
  UseCount(String endingCall) {
    this.endingCall = endingCall;
  }

  /** One more. */
  synchronized void add() {
    if (ending) {
      throw afterwards();
    }
    count++;
  }

  /** One less. */
  synchronized void remove() {
    count--;
  }

  boolean isEnded() {
    return ended;
  }

  void requireOpen() {
    if (ended) {
      throw afterwards();
    }
  }

  private IllegalStateException afterwards() {
    return new IllegalStateException("use after " + endingCall);
  }

  /**
   * Lets nobody in any more. The object is whole until {@link #end}.
   *
   * @param nothingElseHolds asked last, while nobody can be added
   * @return false where that was done before
   */
  synchronized boolean beginEnd(BooleanSupplier nothingElseHolds) {
    if (ending) {
      return false;
    }
    if (count > 0) {
      throw busy(count + " other object(s) still use it");
    }
    if (!nothingElseHolds.getAsBoolean()) {
      throw busy("queue pairs or windows still use it");
    }
    ending = true;
    return true;
  }

  /** Ends the object. */
  void end() {
    ended = true;
  }

  private VerbsException busy(String detail) {
    return new VerbsException(VerbsErrno.EBUSY, endingCall, detail, "End those first");
  }
}
