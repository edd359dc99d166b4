package dev.weft.fabric.attributes;

/**
 * {@code struct fi_atomic_attr}: the limits of one atomic operation ({@code fi_query_atomic(3)}).
 *
 * @param count {@code count}: elements of one operation at most
 * @param size {@code size}: bytes of an element
 */
public record AtomicAttributes(long count, long size) {

  /** {@code FI_FETCH_ATOMIC}: queries the fetch functions. */
  public static final long FETCH_ATOMIC = 1L << 58;

  /** {@code FI_COMPARE_ATOMIC}: queries the compare functions. */
  public static final long COMPARE_ATOMIC = 1L << 59;
}
