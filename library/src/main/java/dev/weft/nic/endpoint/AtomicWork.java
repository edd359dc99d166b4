package dev.weft.nic.endpoint;

/**
 * What to change in a peer's memory, filled in by whoever posts it. What {@link RmaWork} has stands
 * for the peer's elements and, as {@link #buffers}, for the operands; {@link #write} is set where
 * nothing comes back. One is enough for an endpoint, as there.
 */
public final class AtomicWork extends RmaWork {

  /** Bytes of all elements of one operation at most. */
  public static final int MOST_BYTES = 4096;

  /** What is compared with; empty for operations that do not. */
  public final BufferList compares;

  /** Takes the values from before; empty where {@link #write} is set. */
  public final BufferList results;

  /** A number of {@code fi_datatype}. */
  public int datatype;

  /** A number of {@code fi_op}, which the datatype supports. */
  public int operation;

  AtomicWork(int bufferLimit) {
    super(bufferLimit);
    compares = new BufferList(bufferLimit);
    results = new BufferList(bufferLimit);
  }

  @Override
  boolean isAtomic() {
    return true;
  }
}
