package dev.weft.futures;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.ErrorCompletion;
import java.lang.foreign.Arena;

/**
 * {@code fi_cq_readfrom(3)} and {@code fi_cq_readerr(3)} as an iterator over successes and
 * failures, in the order of the queue.
 *
 * <pre>{@code
 * Completions completions = Completions.of(queue); // once
 * try (var poll = completions.startPoll()) {
 *   while (poll.next()) {
 *     if (poll.isFailure()) {
 *       System.err.println(poll.failure().explain());
 *     } else {
 *       serve(poll.context(), poll.length());
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>No object is created for an entry unless requested. Reading a field without a valid value
 * throws: before {@link Poll#next}, after the end, the length of a failure, and fields that the
 * queue's format lacks. Entries that a poll has not returned are the first of the next poll; none
 * is lost.
 *
 * <p>One thread at a time. Several threads that read one queue each use their own.
 */
public final class Completions {
  private static final int DEFAULT_BATCH = 16;

  private enum Shown {
    NOTHING,
    SUCCESS,
    FAILURE
  }

  private final CompletionQueue queue;
  private final CompletionBatch batch;
  private final AddressBatch sources;
  private final ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());
  private final Poll poll = new Poll();

  /**
   * Entries taken out of the queue: the number of successes in the batch, or 1 with the failure in
   * error.
   */
  private int taken;

  private boolean tookFailure;
  private int next;
  private Shown shown = Shown.NOTHING;
  private boolean polling;

  private Completions(CompletionQueue queue, int batchSize) {
    this.queue = queue;
    this.batch = CompletionBatch.allocate(Arena.ofAuto(), queue.format(), batchSize);
    this.sources = AddressBatch.allocate(Arena.ofAuto(), batchSize);
  }

  /** The completions of a queue, read {@value #DEFAULT_BATCH} at a time. */
  public static Completions of(CompletionQueue queue) {
    return of(queue, DEFAULT_BATCH);
  }

  /**
   * The completions of a queue.
   *
   * @param batchSize the number of entries read at a time, 1 or more
   */
  public static Completions of(CompletionQueue queue, int batchSize) {
    if (queue == null || batchSize < 1) {
      throw new IllegalArgumentException(
          "queue=" + queue + ", batchSize=" + batchSize + ", allowed: a queue, 1 and more");
    }
    return new Completions(queue, batchSize);
  }

  /** Starts a poll of what is there now, without waiting. */
  public Poll startPoll() {
    return startPoll(0);
  }

  /**
   * {@code fi_cq_sread(3)}: starts a poll once an entry is available.
   *
   * @param timeoutMillis negative: no limit; 0: do not wait. The poll is empty on timeout, after an
   *     interrupt, a {@link CompletionQueue#signal}, and the close of the queue
   * @return to be closed before the next is started; the same object each time
   * @throws FabricException if the queue cannot be read any more, for example after {@link
   *     Errno#EOVERRUN}; the entries before were returned
   * @throws IllegalStateException if the previous poll is still open, or the queue is closed or
   *     cannot be waited for
   */
  public Poll startPoll(int timeoutMillis) {
    if (polling) {
      throw new IllegalStateException("the poll before is open, close it first");
    }
    if (next == taken) {
      take(timeoutMillis);
    }
    polling = true;
    return poll;
  }

  private void take(int timeoutMillis) {
    int result = read(timeoutMillis);
    while (result == -Errno.EAVAIL && entries("fi_cq_readerr", queue.readErr(error, 0)) == 0) {
      result = read(0); // another reader has read the failure
    }
    boolean failure = result == -Errno.EAVAIL;
    taken = failure ? 1 : entries("fi_cq_readfrom", result);
    tookFailure = failure;
    next = 0;
  }

  /** The number of entries that a call has read; throws if no later call can read any. */
  private int entries(String call, int result) {
    return switch (-result) {
      case Errno.EAGAIN, Errno.EINTR, Errno.EBADF -> 0;
      case Errno.ENOSYS ->
          throw new IllegalStateException(
              "queue="
                  + queue
                  + " cannot be waited for, allowed: one opened with UNSPEC, FD, MUTEX_COND, POLLFD"
                  + " or YIELD");
      default -> {
        if (result < 0) {
          throw new FabricException(result, call, "queue=" + queue, "Close it and open another");
        }
        yield result;
      }
    };
  }

  private int read(int timeoutMillis) {
    return timeoutMillis == 0
        ? queue.readFrom(batch, batch.capacity(), sources)
        : queue.sreadFrom(batch, batch.capacity(), sources, 1, timeoutMillis);
  }

  /** The entries of a queue, one after the other, from {@link #startPoll()} to {@link #close}. */
  public final class Poll implements AutoCloseable {
    private Poll() {}

    /**
     * Advances to the next entry; false if the queue has none now, or the poll is closed.
     *
     * @throws FabricException as {@link Completions#startPoll(int)}
     */
    public boolean next() {
      shown = Shown.NOTHING;
      if (polling && next == taken) {
        take(0);
      }
      if (!polling || next == taken) {
        return false;
      }
      next++;
      shown = tookFailure ? Shown.FAILURE : Shown.SUCCESS;
      return true;
    }

    /** Whether the operation failed. */
    public boolean isFailure() {
      requireEntry();
      return shown == Shown.FAILURE;
    }

    /** {@code op_context}: the context that the operation was posted with. */
    public long context() {
      return isFailure() ? error.context() : batch.context(next - 1);
    }

    /** {@code flags}: {@link dev.weft.fabric.completion.CompletionFlags} of the operation. */
    public long flags() {
      return isFailure() ? error.flags() : batch.flags(next - 1);
    }

    /** {@code len}: bytes received; IllegalStateException for a failure. */
    public long length() {
      return batch.length(success("length"));
    }

    /** {@code buf}: address in a multi-receive buffer, else 0; IllegalStateException: a failure. */
    public long buffer() {
      return batch.buffer(success("buffer"));
    }

    /** {@code data}: the peer's 64 bits; IllegalStateException for a failure. */
    public long data() {
      return batch.data(success("data"));
    }

    /** {@code tag}: the sender's tag; IllegalStateException for a failure. */
    public long tag() {
      return batch.tag(success("tag"));
    }

    /** {@code src_addr}: the sender, or {@link FabricAddress#NOTAVAIL}. */
    public long source() {
      return isFailure() ? error.source() : sources.get(next - 1);
    }

    /** The failure, as a new object; IllegalStateException for a success. */
    public Failure failure() {
      if (!isFailure()) {
        throw new IllegalStateException("context=" + context() + " has succeeded");
      }
      return Failure.of(error, queue);
    }

    /** The entry, as a new object. */
    public Completion completion() {
      return isFailure() ? failure() : Success.of(batch, next - 1, source());
    }

    /** Returns the entry once more, by the next call of {@link #next}, of this poll or another. */
    void repeat() {
      requireEntry();
      next--;
      shown = Shown.NOTHING;
    }

    private int success(String field) {
      if (isFailure()) {
        throw new IllegalStateException(
            "field=" + field + ", but context=" + context() + " has failed, allowed: failure()");
      }
      return next - 1;
    }

    private void requireEntry() {
      if (shown == Shown.NOTHING) {
        throw new IllegalStateException("no entry, allowed after next() has returned true");
      }
    }

    /** Ends the poll, as {@code ibv_end_poll(3)}. The next poll returns the remaining entries. */
    @Override
    public void close() {
      polling = false;
      shown = Shown.NOTHING;
    }
  }
}
