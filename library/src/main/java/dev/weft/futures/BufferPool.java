package dev.weft.futures;

import dev.weft.argument.Require;
import dev.weft.fabric.Domain;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A fixed number of buffers. It limits how many operations are under way: a thread that has more to
 * send waits for a buffer.
 *
 * <pre>{@code
 * BufferPool window = BufferPool.allocate(node.domain(), 64, SIZE);
 * for (Block block : blocks) {
 *   LeasedBuffer buffer = window.take();                 // waits while all 64 are in use
 *   block.copyTo(buffer.segment());
 *   operations.tsend(buffer, block.size(), peer, tag);
 *   window.give(buffer);                                 // takes effect when the send has ended
 * }
 * window.awaitAll(Duration.ofMinutes(1));
 * }</pre>
 *
 * <p>Any thread may call any method. Threads get buffers in the order of their calls. Another
 * thread has to read the completions meanwhile ({@link Operations#driven}).
 */
public final class BufferPool {
  private static final long ALIGNMENT = 64;

  private final int count;
  private final Queue<LeasedBuffer> free = new ConcurrentLinkedQueue<>();
  private final Set<LeasedBuffer> taken = ConcurrentHashMap.newKeySet();
  private final Semaphore permits;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition allBack = lock.newCondition();

  /** How often all buffers were back. Guarded by {@link #lock}. */
  private long timesAllBack;

  private BufferPool(int count) {
    this.count = count;
    this.permits = new Semaphore(count, true);
  }

  /**
   * Allocates the buffers by {@link Domain#allocate}, in one piece.
   *
   * @param count how many, 1 or more
   * @param bytes of each, 1 or more
   */
  public static BufferPool allocate(Domain domain, int count, long bytes) {
    Require.notNull("domain", domain);
    if (count < 1 || bytes < 1) {
      throw new IllegalArgumentException(
          "count=" + count + ", bytes=" + bytes + ", allowed: 1 and more");
    }
    long stride = Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
    MemorySegment all = domain.allocate(Math.multiplyExact(count, stride));
    BufferPool pool = new BufferPool(count);
    for (int i = 0; i < count; i++) {
      pool.free.add(LeasedBuffer.of(all.asSlice(i * stride, bytes)));
    }
    return pool;
  }

  /**
   * Takes a buffer; waits until there is one.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public LeasedBuffer take() throws InterruptedException {
    permits.acquire();
    return takeFree();
  }

  /** Takes a buffer; null if there is none. */
  public LeasedBuffer tryTake() {
    return permits.tryAcquire() ? takeFree() : null;
  }

  private LeasedBuffer takeFree() {
    LeasedBuffer buffer = free.remove(); // there are as many as permits
    taken.add(buffer);
    return buffer;
  }

  /**
   * Gives a buffer back. If it is lent to an operation, it is free when that has ended. The caller
   * does not use it any more.
   *
   * @throws IllegalArgumentException if it was not taken from this pool, or was given back already
   */
  public void give(LeasedBuffer buffer) {
    if (!taken.remove(Require.notNull("buffer", buffer))) {
      throw new IllegalArgumentException(
          "buffer=" + buffer + ", allowed: one that take() has returned, once");
    }
    var _ = buffer.returned().whenComplete((_, _) -> put(buffer));
  }

  private void put(LeasedBuffer buffer) {
    free.add(buffer);
    permits.release();
    if (available() == count) {
      signalAllBack();
    }
  }

  private void signalAllBack() {
    lock.lock();
    try {
      timesAllBack++;
      allBack.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How many buffers can be taken without waiting. */
  public int available() {
    return permits.availablePermits();
  }

  /**
   * Waits until all buffers are back. Other threads may take some meanwhile, and after.
   *
   * @return false if some are not after the timeout
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitAll(Duration timeout) throws InterruptedException {
    long nanos = TimeUnit.NANOSECONDS.convert(Require.notNull("timeout", timeout));
    lock.lockInterruptibly();
    try {
      long before = timesAllBack;
      while (available() < count && timesAllBack == before && nanos > 0) {
        nanos = allBack.awaitNanos(nanos);
      }
      return available() == count || timesAllBack != before;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return "BufferPool[" + available() + " of " + count + " available]";
  }
}
