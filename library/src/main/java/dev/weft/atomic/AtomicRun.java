package dev.weft.atomic;

import java.lang.foreign.MemorySegment;

/**
 * The parameters of an atomic operation on a run of elements; reusable. The elements of each part
 * are contiguous. Operands, compares and results may be unaligned, the target is a multiple of
 * {@link AtomicUnit#alignment}.
 *
 * <p>A segment is stored only if it is another one: storing a reference costs more than comparing.
 */
@SuppressWarnings({"MemorySegmentReferenceEquality", "ReferenceEquality"}) // the very object
public final class AtomicRun {

  /** A number of {@code fi_datatype}. */
  public int datatype;

  /** A number of {@code fi_op}. */
  public int operation;

  /** Number of elements. */
  public long count;

  private MemorySegment target;
  private MemorySegment operands;
  private MemorySegment compares;
  private MemorySegment results;

  /** Offset of the first element in {@link #target()}, bytes. */
  public long targetAt;

  /** Offset of the first operand, bytes. */
  public long operandsAt;

  /** Offset of the first compare value, bytes. */
  public long comparesAt;

  /** Offset of the first result, bytes. */
  public long resultsAt;

  /** An empty run. */
  public AtomicRun() {}

  /** The target memory. */
  public MemorySegment target() {
    return target;
  }

  /** Sets {@link #target()}. */
  public void target(MemorySegment memory) {
    if (target != memory) {
      target = memory;
    }
  }

  /** The operands; null for an operation that has none. */
  public MemorySegment operands() {
    return operands;
  }

  /** Sets {@link #operands()}. */
  public void operands(MemorySegment memory) {
    if (operands != memory) {
      operands = memory;
    }
  }

  /** The values to compare with; null for an operation that does not compare. */
  public MemorySegment compares() {
    return compares;
  }

  /** Sets {@link #compares()}. */
  public void compares(MemorySegment memory) {
    if (compares != memory) {
      compares = memory;
    }
  }

  /** Receives the previous values; null if they are not wanted. */
  public MemorySegment results() {
    return results;
  }

  /** Sets {@link #results()}. */
  public void results(MemorySegment memory) {
    if (results != memory) {
      results = memory;
    }
  }
}
