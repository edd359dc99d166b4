package dev.weft.fabric;

import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_atomic(3)}: changes elements of a peer's registered memory, each of them atomically
 * (EP-054, EP-055). Results, buffers and threads as in {@link MessageOperations}; keys, ranges and
 * rights as in {@link RmaOperations}. Plain operations require the write right, fetch and compare
 * operations require both rights, {@link AtomicOperation#ATOMIC_READ} requires the read right.
 *
 * <p>A post returns {@code -}{@link Errno#EOPNOTSUPP} if the datatype or the kind of call does not
 * support the operation, {@code -}{@link Errno#EMSGSIZE} for no or too many elements, {@code
 * -}{@link Errno#EINVAL} if the length of a vector differs from that of the peer's elements. An
 * element that is not aligned in the peer's memory (to its size; a complex number: to the size of
 * its parts) fails the operation with {@link Errno#EINVAL}.
 */
public interface AtomicOperations {

  /**
   * {@code fi_atomic(3)}: {@code mem = mem op buf} for each element.
   *
   * @param buffer the operands, one for each element
   */
  int atomic(MemorySegment buffer, AtomicTarget target, AtomicOperation operation, long context);

  /** {@code fi_atomicv(3)}: {@link #atomic} with operands gathered from several buffers. */
  int atomicv(IoVector vector, AtomicTarget target, AtomicOperation operation, long context);

  /** {@code fi_atomicmsg(3)}: {@link #atomicv} with explicit flags, which replace the defaults. */
  int atomicMsg(AtomicMessage message, long flags);

  /**
   * {@code fi_inject_atomic(3)}: the buffer is free on return, success writes no completion.
   * Failures as those of {@link RmaOperations#injectWrite}.
   */
  int injectAtomic(MemorySegment buffer, AtomicTarget target, AtomicOperation operation);

  /**
   * {@code fi_fetch_atomic(3)}: as {@link #atomic}, and returns the previous values.
   *
   * @param buffer the operands; ignored, and may be null, with {@link AtomicOperation#ATOMIC_READ}
   * @param result receives the previous values; they are valid once the operation has completed
   */
  int fetchAtomic(
      MemorySegment buffer,
      MemorySegment result,
      AtomicTarget target,
      AtomicOperation operation,
      long context);

  /** {@code fi_fetch_atomicv(3)}: {@link #fetchAtomic} with several buffers on each side. */
  int fetchAtomicv(
      IoVector vector,
      IoVector result,
      AtomicTarget target,
      AtomicOperation operation,
      long context);

  /** {@code fi_fetch_atomicmsg(3)}: {@link #fetchAtomicv} with explicit flags. */
  int fetchAtomicMsg(AtomicMessage message, IoVector result, long flags);

  /**
   * {@code fi_compare_atomic(3)}: stores the operand if the comparison of {@code compare} with the
   * element holds; {@link AtomicOperation#MSWAP} stores the bits that are set in {@code compare}.
   *
   * @param compare one value for each element
   * @param result receives the previous values; they are valid once the operation has completed
   */
  int compareAtomic(
      MemorySegment buffer,
      MemorySegment compare,
      MemorySegment result,
      AtomicTarget target,
      AtomicOperation operation,
      long context);

  /** {@code fi_compare_atomicv(3)}: {@link #compareAtomic} with several buffers of each kind. */
  int compareAtomicv(
      IoVector vector,
      IoVector compare,
      IoVector result,
      AtomicTarget target,
      AtomicOperation operation,
      long context);

  /** {@code fi_compare_atomicmsg(3)}: {@link #compareAtomicv} with explicit flags. */
  int compareAtomicMsg(AtomicMessage message, IoVector compare, IoVector result, long flags);

  /**
   * {@code fi_atomicvalid(3)}: how many elements one call of the plain functions takes.
   *
   * @return 1 or more, or {@code -}{@link Errno#EOPNOTSUPP}
   */
  long atomicValid(DataType type, AtomicOperation operation);

  /** {@code fi_fetch_atomicvalid(3)}: the same for the fetch functions. */
  long fetchAtomicValid(DataType type, AtomicOperation operation);

  /** {@code fi_compare_atomicvalid(3)}: the same for the compare functions. */
  long compareAtomicValid(DataType type, AtomicOperation operation);
}
