package dev.weft.provider.verbs.device;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.util.function.Supplier;

/**
 * Counts the objects that use another one, which cannot be destroyed before. Any thread may call
 * any method.
 */
public final class UseCount {
  private final String endingCall;
  private int count;
  private boolean ending;
  private volatile boolean ended;

  /** Starts at 0; {@code endingCall} is the C name of the destroying call. */
  public UseCount(String endingCall) {
    this.endingCall = endingCall;
  }

  /** Adds one. */
  public synchronized void add() {
    if (ending) {
      throw afterwards();
    }
    count++;
  }

  /** Removes one. */
  public synchronized void remove() {
    count--;
  }

  public boolean isEnded() {
    return ended;
  }

  public void requireOpen() {
    if (ended) {
      throw afterwards();
    }
  }

  private IllegalStateException afterwards() {
    return new IllegalStateException("use after " + endingCall);
  }

  /**
   * Begins the destruction: no more uses can be added. The object stays intact until {@link #end}.
   *
   * @param otherHolder says what else holds the object, or null; asked last, while no use can be
   *     added
   * @return false if the destruction has begun before
   */
  public synchronized boolean beginEnd(Supplier<String> otherHolder) {
    if (ending) {
      return false;
    }
    if (count > 0) {
      throw busy(count + " other object(s) still use it");
    }
    String holder = otherHolder.get();
    if (holder != null) {
      throw busy(holder + " still uses it");
    }
    ending = true;
    return true;
  }

  /** Completes the destruction. */
  public void end() {
    ended = true;
  }

  private VerbsException busy(String detail) {
    return new VerbsException(VerbsErrno.EBUSY, endingCall, detail, "End those first");
  }
}
