package dev.weft.futures;

import dev.weft.fabric.Domain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Memory that is lent to one operation at a time. From the post to the completion the buffer cannot
 * be used, lent again or closed, even if the future of the operation was cancelled meanwhile.
 *
 * <pre>
 *   free --submit--> lent --completion--> free        close: only if it is free
 * </pre>
 *
 * <p>Any thread may call any method. A caller that keeps the segment of {@link #segment()} must not
 * access it while the buffer is lent; this is not checked.
 */
public final class LeasedBuffer implements AutoCloseable {
  private enum State {
    FREE,
    LENT,
    CLOSED
  }

  private final MemorySegment segment;
  private final Arena owner;
  private final AtomicReference<State> state = new AtomicReference<>(State.FREE);
  private volatile CompletableFuture<Completion> returned = CompletableFuture.completedFuture(null);

  private LeasedBuffer(MemorySegment segment, Arena ownerOrNull) {
    this.segment = segment;
    this.owner = ownerOrNull;
  }

  /** Memory from {@link Domain#allocate}. */
  public static LeasedBuffer allocate(Domain domain, long bytes) {
    return of(domain.allocate(bytes));
  }

  /** Existing native memory that any thread may use; closing the buffer does not free it. */
  public static LeasedBuffer of(MemorySegment segment) {
    return new LeasedBuffer(segment, null);
  }

  /**
   * Existing native memory, with an arena that is closed with the buffer.
   *
   * @param owner a shared one
   */
  public static LeasedBuffer of(MemorySegment segment, Arena owner) {
    return new LeasedBuffer(segment, owner);
  }

  /**
   * The memory.
   *
   * @throws IllegalStateException while it is lent, and once it is closed
   */
  public MemorySegment segment() {
    require(state.get(), State.FREE);
    return segment;
  }

  /** Bytes of the memory. */
  public long size() {
    return segment.byteSize();
  }

  /** Whether it is lent to an operation. */
  public boolean isLent() {
    return state.get() == State.LENT;
  }

  /**
   * A future of the completion of the operation that uses the buffer, or used it last. It completes
   * even if the future of the operation was cancelled, and the buffer is free then. For a buffer
   * that was never lent, the future is complete with null.
   */
  public CompletableFuture<Completion> returned() {
    return returned.copy();
  }

  /** Lends the memory to an operation. */
  MemorySegment lend() {
    CompletableFuture<Completion> end = new CompletableFuture<>(); // first: the heap may be full
    require(state.compareAndExchange(State.FREE, State.LENT), State.FREE);
    returned = end;
    return segment;
  }

  /**
   * Ends the loan. The caller completes the returned future with the completion of the operation.
   */
  CompletableFuture<Completion> giveBack() {
    CompletableFuture<Completion> waiting = returned;
    state.set(State.FREE);
    return waiting;
  }

  /**
   * Closes the buffer, and its arena if it has one.
   *
   * @throws IllegalStateException while it is lent
   */
  @Override
  public void close() {
    State before = state.compareAndExchange(State.FREE, State.CLOSED);
    if (before == State.LENT) {
      require(before, State.FREE);
    }
    if (before == State.FREE && owner != null) {
      owner.close();
    }
  }

  private static void require(State state, State wanted) {
    if (state != wanted) {
      throw new IllegalStateException(
          state == State.LENT
              ? "this buffer is lent to an operation, allowed once its completion has come"
                  + " (returned())"
              : "this buffer is closed");
    }
  }

  @Override
  public String toString() {
    return "LeasedBuffer[" + segment.byteSize() + " bytes, " + state.get() + "]";
  }
}
