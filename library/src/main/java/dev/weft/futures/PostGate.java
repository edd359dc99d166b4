package dev.weft.futures;

import dev.weft.fabric.Errno;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Lets threads that post wait for room while another thread reads the completions.
 *
 * <pre>{@code
 * // threads that post                           // the thread that reads
 * gate.post(() -> endpoint.tsend(                int count = queue.sread(batch, 64, 0, -1);
 *     buffer, length, peer, tag, context));      gate.roomFreed();
 * }</pre>
 *
 * <p>A post gets {@code -}{@link Errno#EAGAIN} while the queue, the endpoint or the peer has no
 * room. Completions that are read make room in the first two; a peer that reads makes some without
 * a completion here. A waiting thread therefore posts again when it is woken, and after a
 * millisecond in any case. Waiting threads are not served in order.
 *
 * <p>Any thread may call any method. {@link #roomFreed} costs a fence and a load if no thread
 * waits.
 */
public final class PostGate {
  private final ConcurrentLinkedQueue<Thread> waiting = new ConcurrentLinkedQueue<>();
  private final long longestPauseNanos;

  /** Creates a gate for one queue. */
  public PostGate() {
    this(TimeUnit.MILLISECONDS.toNanos(1));
  }

  /**
   * Creates a gate.
   *
   * @param longestPauseNanos maximum pause of a thread that is not woken
   */
  PostGate(long longestPauseNanos) {
    this.longestPauseNanos = longestPauseNanos;
  }

  /**
   * Posts, and while that returns {@code -}{@link Errno#EAGAIN} waits and posts again.
   *
   * @param post one call that posts
   * @return its result, or {@code -}{@link Errno#EINTR} if the thread is interrupted while it
   *     waits; it stays interrupted, and nothing was posted
   */
  public int post(IntSupplier post) {
    int result = post.getAsInt();
    return result == -Errno.EAGAIN ? postOnceThereIsRoom(post, () -> false) : result;
  }

  /**
   * {@link #post} after a first attempt. Does not pause where this thread makes room itself.
   *
   * @param makeRoom reads completions; whether there were any
   */
  int postOnceThereIsRoom(IntSupplier post, BooleanSupplier makeRoom) {
    join();
    try {
      int result = post.getAsInt();
      while (result == -Errno.EAGAIN) {
        if (Thread.currentThread().isInterrupted()) {
          return -Errno.EINTR;
        }
        if (!makeRoom.getAsBoolean()) {
          LockSupport.parkNanos(this, longestPauseNanos);
        }
        result = post.getAsInt();
      }
      return result;
    } finally {
      waiting.remove(Thread.currentThread());
    }
  }

  /** Wakes the threads that wait. Called after reading completions. */
  public void roomFreed() {
    VarHandle.fullFence(); // partner: the fence in join()
    if (!waiting.isEmpty()) {
      waiting.forEach(LockSupport::unpark);
    }
  }

  /** Registers the calling thread to be woken; it has to post once more before it pauses. */
  private void join() {
    waiting.add(Thread.currentThread());
    VarHandle.fullFence(); // partner: the fence in roomFreed()
  }
}
