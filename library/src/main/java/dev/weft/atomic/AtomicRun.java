package dev.weft.atomic;

import java.lang.foreign.MemorySegment;

/**
 * The parameters of an atomic operation on a run of elements; reusable. The elements of each part
 * are contiguous. Operands, compares and results may be unaligned, the target is a multiple of
 * {@link AtomicUnit#alignment}.
 */
public final class AtomicRun {

  /** A number of {@code fi_datatype}. */
  public int datatype;

  /** A number of {@code fi_op}. */
  public int operation;

  /** Number of elements. */
  public long count;

  /** The target memory. */
  public MemorySegment target;

  /** Offset of the first element in {@link #target}, bytes. */
  public long targetAt;

  /** The operands; null for an operation that has none. */
  public MemorySegment operands;

  /** Offset of the first operand, bytes. */
  public long operandsAt;

  /** The values to compare with; null for an operation that does not compare. */
  public MemorySegment compares;

  /** Offset of the first compare value, bytes. */
  public long comparesAt;

  /** Receives the previous values; null if they are not wanted. */
  public MemorySegment results;

  /** Offset of the first result, bytes. */
  public long resultsAt;

  /** An empty run. */
  public AtomicRun() {}
}
