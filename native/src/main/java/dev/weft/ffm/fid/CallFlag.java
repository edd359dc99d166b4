package dev.weft.ffm.fid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether the thread that owns the flag is inside a call. Flags of one {@link UseCount} form a
 * chain that does not change; null is the empty one.
 */
final class CallFlag {
  private static final VarHandle OWNER;
  private static final VarHandle SET;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      OWNER = lookup.findVarHandle(CallFlag.class, "owner", Thread.class);
      SET = lookup.findVarHandle(CallFlag.class, "set", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CallFlag next;
  private volatile Thread owner;
  private volatile boolean set;

  private CallFlag(CallFlag next) {
    this.next = next;
  }

  /** This many flags without an owner. */
  static CallFlag chain(int count) {
    CallFlag first = null;
    for (int i = 0; i < count; i++) {
      first = new CallFlag(first);
    }
    return first;
  }

  /**
   * The caller's flag, or null. Only the caller changes whether it has one: it takes, and keeps.
   */
  @SuppressWarnings("ReferenceEquality") // a subclass of Thread may define equals
  static CallFlag own(CallFlag first) {
    Thread caller = Thread.currentThread();
    CallFlag flag = first;
    while (flag != null && flag.owner != caller) {
      flag = flag.next;
    }
    return flag;
  }

  /** A flag that the caller owns from now on; null if living threads own all. */
  static CallFlag take(CallFlag first) {
    CallFlag flag = first;
    while (flag != null && !flag.take()) {
      flag = flag.next;
    }
    return flag;
  }

  private boolean take() {
    Thread before = owner;
    return (before == null || !before.isAlive())
        && OWNER.compareAndSet(this, before, Thread.currentThread());
  }

  /** How many are set. */
  static int count(CallFlag first) {
    int count = 0;
    for (CallFlag flag = first; flag != null; flag = flag.next) {
      count += flag.set ? 1 : 0;
    }
    return count;
  }

  /** Sets it, after all earlier accesses of the caller; or clears it. */
  void set(boolean inside) {
    SET.setRelease(this, inside);
  }
}
