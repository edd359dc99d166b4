package dev.weft.ffm.post;

import dev.weft.fabric.attributes.AtomicAttributes;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.ffm.layout.OpsLayouts;

/** The three families of functions of {@code fi_atomic(3)}. */
enum AtomicFunctions {
  /** {@code fi_atomic(3)}: changes the peer's elements. */
  PLAIN(0, 0, "writemsg", "writevalid"),
  /** {@code fi_fetch_atomic(3)}: the same, and returns the previous values. */
  FETCH(1, AtomicAttributes.FETCH_ATOMIC, "readwritemsg", "readwritevalid"),
  /** {@code fi_compare_atomic(3)}: with compare arguments. */
  COMPARE(2, AtomicAttributes.COMPARE_ATOMIC, "compwritemsg", "compwritevalid");

  /** 0, 1 or 2. */
  final int index;

  /** The flag of {@code fi_query_atomic(3)}. */
  final long flag;

  /** Offset of the function that takes a {@code struct fi_msg_atomic}. */
  final long message;

  /** Offset of the function that says how many elements a call takes. */
  final long valid;

  AtomicFunctions(int index, long flag, String message, String valid) {
    this.index = index;
    this.flag = flag;
    this.message = OpsLayouts.ATOMIC.offset(message);
    this.valid = OpsLayouts.ATOMIC.offset(valid);
  }

  /** Whether a call has compare arguments. */
  boolean compares() {
    return this == COMPARE;
  }

  /** Whether a call returns the previous values. */
  boolean returns() {
    return this != PLAIN;
  }

  /**
   * Whether a call has no operands. Providers look at operands all the same; they get the memory of
   * the results.
   */
  boolean onlyReads(AtomicOperation operation) {
    return returns() && operation == AtomicOperation.ATOMIC_READ;
  }
}
