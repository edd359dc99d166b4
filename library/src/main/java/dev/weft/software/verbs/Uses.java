package dev.weft.software.verbs;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.util.function.BooleanSupplier;

/** How many still need an object, which cannot be ended before. Any thread may call any method. */
final class Uses {
  private final String endingCall;
  private int count;
  private volatile boolean ended;

  /** Nobody needs it yet; {@code endingCall} is the C name of what ends it. */
  Uses(String endingCall) {
    this.endingCall = endingCall;
  }

  /** One more. */
  synchronized void add() {
    requireOpen();
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
      throw new IllegalStateException("use after " + endingCall);
    }
  }

  /**
   * Ends the object.
   *
   * @param nothingElseHolds asked last, while nobody can be added
   * @return false where it was ended before
   */
  synchronized boolean end(BooleanSupplier nothingElseHolds) {
    if (ended) {
      return false;
    }
    if (count > 0) {
      throw busy(count + " other object(s) still use it");
    }
    if (!nothingElseHolds.getAsBoolean()) {
      throw busy("it is still bound");
    }
    ended = true;
    return true;
  }

  private VerbsException busy(String detail) {
    return new VerbsException(VerbsErrno.EBUSY, endingCall, detail, "End those first");
  }
}
