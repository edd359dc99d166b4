package dev.weft.fabric;

import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.Waitable;

/**
 * {@code struct fid_cntr}, {@code fi_cntr(3)}: counts completed operations, successful and failed
 * ones separately, including those that write no completion. Values are unsigned 64-bit numbers.
 *
 * <p>{@link #read}, {@link #readErr} and {@link #await} drive the progress of the endpoints that
 * the counter is bound to. In a domain with {@link Threading#SAFE} any thread may call any method.
 */
public interface Counter extends Waitable {

  /** {@code fi_cntr_read(3)}: how many operations succeeded (CN-001). */
  long read();

  /** {@code fi_cntr_readerr(3)}: how many operations failed (CN-004). */
  long readErr();

  /** {@code fi_cntr_add(3)}: adds to the success value. Returns 0. */
  int add(long value);

  /** {@code fi_cntr_set(3)}: sets the success value. Returns 0. */
  int set(long value);

  /** {@code fi_cntr_adderr(3)}: adds to the error value. Returns 0. */
  int addErr(long value);

  /** {@code fi_cntr_seterr(3)}: sets the error value. Returns 0. */
  int setErr(long value);

  /**
   * {@code fi_cntr_wait(3)}: waits until the success value is at least {@code threshold}.
   *
   * @param timeoutMillis negative: no limit; 0: do not wait
   * @return 0 once the value is reached; {@code -}{@link Errno#ETIMEDOUT}; {@code -}{@link
   *     Errno#EAVAIL} if the error value changes while waiting (CN-014); {@code -}{@link
   *     Errno#ENOSYS} if the wait object is NONE or SET (CN-017); {@code -}{@link Errno#EINTR}
   *     after an interrupt, whose status stays set; {@code -}{@link Errno#EBADF} if the counter is
   *     closed meanwhile
   */
  int await(long threshold, int timeoutMillis);
}
