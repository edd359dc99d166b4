package dev.weft.ffm.object;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.ffm.wait.DescriptorPoller;
import dev.weft.ffm.wait.Waiters;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for entries of one queue. With a file descriptor the thread parks until the descriptor is
 * ready, and reads again after a while all the same: some providers have timers that only a read
 * serves. Without one it reads, parks a moment, and reads again.
 */
final class QueueWait {
  private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
  private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final NativeCompletionQueue queue;
  private final NativeFabric fabric;
  private final MemorySegment fids;
  private final Waiters waiters = new Waiters();
  private volatile DescriptorPoller.Watch watch;
  private final int descriptor;

  QueueWait(NativeCompletionQueue queue, NativeFabric fabric, boolean hasDescriptor, Arena arena) {
    this.queue = queue;
    this.fabric = fabric;
    this.fids = arena.allocateFrom(ValueLayout.JAVA_LONG, queue.fid());
    this.descriptor = hasDescriptor ? descriptor(queue, arena) : -1;
    watch();
  }

  private static int descriptor(NativeCompletionQueue queue, Arena arena) {
    MemorySegment result = arena.allocate(Long.BYTES, Long.BYTES);
    int error = queue.control(ControlCommand.GETWAIT_VALUE, result.address());
    if (error != 0) {
      throw new FabricException(error, "fi_control", "command=FI_GETWAIT", "");
    }
    return result.get(ValueLayout.JAVA_INT, 0);
  }

  /** Watches the descriptor, if there is one. */
  void watch() {
    if (hasDescriptor()) {
      watch = DescriptorPoller.watch(descriptor, waiters::wakeAll);
    }
  }

  boolean hasDescriptor() {
    return descriptor >= 0;
  }

  /** {@code fi_cq_sreadfrom(3)} of an empty queue. */
  int await(CompletionBatch batch, int count, AddressBatch sources, int timeoutMillis) {
    long start = System.nanoTime();
    long limit = timeoutMillis < 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    waiters.enter();
    try {
      while (true) {
        int result = queue.readUnlessClosed(batch, count, sources);
        if (result != -Errno.EAGAIN) {
          return result;
        }
        long left = limit - (System.nanoTime() - start);
        if (left <= 0 || waiters.takeSignal() || Thread.currentThread().isInterrupted()) {
          return result;
        }
        park(left);
      }
    } finally {
      waiters.leave();
    }
  }

  private void park(long left) {
    if (!hasDescriptor()) {
      LockSupport.parkNanos(this, Math.min(left, NAP_NANOS));
    } else if (isQuiet()) {
      LockSupport.parkNanos(this, Math.min(left, SLEEP_NANOS));
    }
  }

  /** {@code fi_trywait(3)}, then the poller watches the descriptor. */
  private boolean isQuiet() {
    if (!queue.uses.enter()) {
      return false;
    }
    try {
      boolean quiet = tryWait() == 0;
      if (quiet) {
        watch.arm();
      }
      return quiet;
    } finally {
      queue.leave();
    }
  }

  /** {@code fi_trywait(3)}; the caller has entered the queue. */
  int tryWait() {
    return fabric.tryWait(fids.address(), 1);
  }

  void wakeAll() {
    waiters.wakeAll();
  }

  void signal() {
    waiters.signal();
  }

  /** The queue is about to close: no thread calls C for it any more. */
  void close() {
    if (hasDescriptor()) {
      watch.close();
    }
    waiters.wakeAll();
  }
}
