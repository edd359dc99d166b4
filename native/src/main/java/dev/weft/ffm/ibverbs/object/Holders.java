package dev.weft.ffm.ibverbs.object;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.util.function.Supplier;

/**
 * Counts the objects that use another one, which is not destroyed before. They are counted here,
 * because {@code ibv_close_device} frees the context under its objects. Any thread may call.
 */
final class Holders {
  private final String endingCall;
  private int count;
  private boolean ending;
  private volatile boolean ended;

  /** None; {@code endingCall} is the C name of the destroying call. */
  Holders(String endingCall) {
    this.endingCall = endingCall;
  }

  /**
   * Makes an object that uses others. They are counted first, so that they exist while C looks at
   * them.
   */
  static <T> T creating(Supplier<T> make, Holders... used) {
    int counted = 0;
    boolean made = false;
    try {
      for (Holders each : used) {
        each.add();
        counted++;
      }
      T object = make.get();
      made = true;
      return object;
    } finally {
      while (!made && counted > 0) {
        used[--counted].remove();
      }
    }
  }

  private synchronized void add() {
    if (ending) {
      throw afterwards();
    }
    count++;
  }

  synchronized void remove() {
    count--;
  }

  /** Whether the object is destroyed. */
  boolean isEnded() {
    return ended;
  }

  /** Whether the destruction has begun, and C has not refused it. */
  synchronized boolean isEnding() {
    return ending;
  }

  IllegalStateException afterwards() {
    return new IllegalStateException("use after " + endingCall);
  }

  /** Begins the destruction; false if it has begun before. */
  synchronized boolean beginEnd() {
    if (ending) {
      return false;
    }
    if (count > 0) {
      throw new VerbsException(
          VerbsErrno.EBUSY, endingCall, count + " other object(s) still use it", "End those first");
    }
    ending = true;
    return true;
  }

  /** C has refused the destruction. */
  synchronized void stay() {
    ending = false;
  }

  /** The object is destroyed. */
  void end() {
    ended = true;
  }
}
