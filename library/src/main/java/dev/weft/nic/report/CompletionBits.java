package dev.weft.nic.report;

/**
 * The bits of a completion's flags that the software NIC sets itself. The caller that posts an
 * operation supplies the others. Both APIs use libfabric's values here, which are the superset.
 */
public final class CompletionBits {

  /** {@code FI_READ}: an operation that fetches from the peer's memory. */
  public static final long READ = 1L << 8;

  /** {@code FI_WRITE}: an operation that changes the peer's memory and fetches nothing. */
  public static final long WRITE = 1L << 9;

  /** {@code FI_MULTI_RECV}: the buffer of a multi-receive is released. */
  public static final long MULTI_RECV = 1L << 16;

  /** {@code FI_REMOTE_CQ_DATA}: the data field is valid. */
  public static final long REMOTE_CQ_DATA = 1L << 17;

  /**
   * Reported even if only errors are requested, because the information would be lost otherwise.
   */
  public static final long ALWAYS_REPORTED = MULTI_RECV | REMOTE_CQ_DATA;

  /** The flags at the target of a write with data: {@code FI_RMA | FI_REMOTE_WRITE | DATA}. */
  public static final long WRITTEN_WITH_DATA = 1L << 2 | 1L << 13 | REMOTE_CQ_DATA;

  private CompletionBits() {}
}
