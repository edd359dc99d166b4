package dev.weft.ffm.operation;

import java.util.Arrays;

/**
 * The pools of shared receive contexts whose receives a queue may report. Called with the lock of
 * the queue's own pool, which is acquired before that of a shared one.
 */
final class SharedOperations {
  private OperationPool[] pools = new OperationPool[0];

  /** Adds a pool; false if it was there. */
  boolean add(OperationPool pool) {
    boolean isNew = !Arrays.asList(pools).contains(pool);
    if (isNew) {
      pools = Arrays.copyOf(pools, pools.length + 1);
      pools[pools.length - 1] = pool;
    }
    return isNew;
  }

  /** Puts the caller's context into an entry that C has written, if its receive is shared. */
  void translate(long entry, long flags) {
    for (OperationPool pool : pools) {
      if (pool.translate(entry, flags)) {
        return;
      }
    }
  }

  /** The caller's context of a shared receive that failed; {@code address} if it is none. */
  long fail(long address, FailureKind kind) {
    for (OperationPool pool : pools) {
      long context = pool.fail(address, kind);
      if (context != address) {
        return context;
      }
    }
    return address;
  }

  /** The queue is empty: no entry of a closed context is left in it. */
  void dropRetired() {
    for (OperationPool pool : pools) {
      if (pool.retired) {
        pools = Arrays.stream(pools).filter(each -> !each.retired).toArray(OperationPool[]::new);
        return;
      }
    }
  }
}
