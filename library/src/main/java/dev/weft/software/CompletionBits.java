package dev.weft.software;

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

  private CompletionBits() {}
}
