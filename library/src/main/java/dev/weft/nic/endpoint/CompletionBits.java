package dev.weft.nic.endpoint;

/**
 * The bits of a completion's flag word that the software NIC itself sets; those that name the
 * operation come from whoever posts it. Both vocabularies use libfabric's numbers here, which are
 * the superset.
 */
final class CompletionBits {

  /** {@code FI_MULTI_RECV}: the buffer of a multi-receive is released. */
  static final long MULTI_RECV = 1L << 16;

  /** {@code FI_REMOTE_CQ_DATA}: the data field is valid. */
  static final long REMOTE_CQ_DATA = 1L << 17;

  /** What is reported even where only errors are asked for: it would be lost otherwise. */
  static final long ALWAYS_REPORTED = MULTI_RECV | REMOTE_CQ_DATA;

  /** What the receiver of a write with data is told: {@code FI_RMA | FI_REMOTE_WRITE | DATA}. */
  static final long WRITTEN_WITH_DATA = 1L << 2 | 1L << 13 | REMOTE_CQ_DATA;

  private CompletionBits() {}
}
