package dev.weft.nic.message;

/**
 * An atomic operation on a peer's memory, filled in by the caller that posts it. The fields of
 * {@link RmaWork} describe the peer's elements; {@link #buffers} holds the operands; {@link #write}
 * is set if the operation returns nothing. An endpoint has one and reuses it.
 */
public final class AtomicWork extends RmaWork {

  /** Maximum bytes of all elements of one operation. */
  public static final int MAX_BYTES = 4096;

  /** The compare values; empty for operations that do not compare. */
  public final BufferList compares;

  /** Receives the previous values; empty if {@link #write} is set. */
  public final BufferList results;

  /** A number of {@code fi_datatype}. */
  public int datatype;

  /** A number of {@code fi_op}, which the datatype supports. */
  public int operation;

  public AtomicWork(int bufferLimit) {
    super(bufferLimit);
    compares = new BufferList(bufferLimit);
    results = new BufferList(bufferLimit);
  }

  @Override
  public void settle() {
    super.settle();
    compares.settle();
    results.settle();
  }

  @Override
  boolean isAtomic() {
    return true;
  }
}
