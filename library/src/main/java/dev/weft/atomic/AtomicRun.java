package dev.weft.atomic;

import java.lang.foreign.MemorySegment;

/**
 * What to do to how many elements, and where everything lies; filled in and used again. The
 * elements of each part follow each other without a gap. Operands, compares and results may lie at
 * any address, the target at a multiple of {@link AtomicUnit#alignment}.
 */
public final class AtomicRun {

  /** A number of {@code fi_datatype}. */
  public int datatype;

  /** A number of {@code fi_op}. */
  public int operation;

  /** Elements. */
  public long count;

  /** The memory that is changed. */
  public MemorySegment target;

  /** Where in {@link #target} the first element lies, bytes. */
  public long targetAt;

  /** The operands; null for an operation that has none. */
  public MemorySegment operands;

  /** Where they begin. */
  public long operandsAt;

  /** What is compared with; null for an operation that does not. */
  public MemorySegment compares;

  /** Where they begin. */
  public long comparesAt;

  /** Takes the values from before; null where nobody wants them. */
  public MemorySegment results;

  /** Where they begin. */
  public long resultsAt;

  /** A run of nothing. */
  public AtomicRun() {}
}
