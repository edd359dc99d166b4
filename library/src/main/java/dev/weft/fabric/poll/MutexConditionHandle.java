package dev.weft.fabric.poll;

import dev.weft.argument.Require;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * {@code struct fi_mutex_cond}, the handle of {@link WaitObject#MUTEX_COND} (WO-007).
 *
 * @param mutex held while waiting
 * @param condition of {@code mutex}, signalled when an entry is inserted
 */
public record MutexConditionHandle(Lock mutex, Condition condition) implements WaitHandle {

  /** Rejects null. */
  public MutexConditionHandle {
    Require.notNull("mutex", mutex);
    Require.notNull("condition", condition);
  }
}
