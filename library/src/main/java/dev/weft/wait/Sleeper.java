package dev.weft.wait;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One thread in a queue of sleepers: it waits until it is chosen by one waker, or leaves. */
final class Sleeper {
  private static final int WAITING = 0;
  private static final int CHOSEN = 1;
  private static final int GONE = 2;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Sleeper.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final WaitCondition condition;
  final Thread thread = Thread.currentThread();
  private volatile int state;

  Sleeper(WaitCondition condition) {
    this.condition = condition;
  }

  boolean isChosen() {
    return state == CHOSEN;
  }

  /** By a waker: true for the one that may wake this sleeper, and must. */
  boolean choose() {
    return STATE.compareAndSet(this, WAITING, CHOSEN);
  }

  /** By the sleeper: false when it has been chosen before it could leave. */
  boolean leave() {
    return STATE.compareAndSet(this, WAITING, GONE);
  }
}
