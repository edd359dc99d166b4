package dev.weft.futures;

import dev.weft.fabric.Domain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Memory that is lent to one operation at a time. From the post to the completion it belongs to the
 * operation, whatever has become of its future meanwhile: it cannot be used, lent again or closed.
 *
 * <pre>
 *   free --submit--> lent --completion--> free        close: only where it is free
 * </pre>
 *
 * <p>Any thread may call any method. Who keeps the segment of {@link #segment()} can still reach
 * the memory while it is lent, but should not.
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

  /** Existing native memory that any thread may use; closing the buffer leaves it alone. */
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

  /** Whether an operation has it. */
  public boolean isLent() {
    return state.get() == State.LENT;
  }

  /**
   * How the operation that has it, or had it last, really ends, also where nobody waits for its
   * future any more. It is free again by then. A buffer that was never lent gives a future that is
   * complete, with null.
   */
  public CompletableFuture<Completion> returned() {
    return returned.copy();
  }

  /** Gives the memory to an operation. */
  MemorySegment lend() {
    require(state.compareAndExchange(State.FREE, State.LENT), State.FREE);
    returned = new CompletableFuture<>();
    return segment;
  }

  /** The operation has ended; its completion belongs into the future that this returns. */
  CompletableFuture<Completion> giveBack() {
    CompletableFuture<Completion> waiting = returned;
    state.set(State.FREE);
    return waiting;
  }

  /**
   * Ends its use, and closes the arena where it has one.
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
