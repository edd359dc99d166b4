package dev.weft.provider.fabric;

/** The limits of endpoints of the software NIC. */
final class EndpointLimits {
  /** Buffers of one operation ({@code iov_limit}). */
  static final int BUFFERS = 8;

  /** Maximum bytes of a message inside its frame. */
  static final long EAGER_BYTES = 8 * 1024;

  /** Bytes of messages that wait for a receive, for one endpoint. */
  static final long STORE_BYTES = 64L << 20;

  /** Bytes of frames in each direction between two endpoints. */
  static final long RING_BYTES = 128 * 1024;

  /** Bytes of the largest message. */
  static final long MESSAGE_BYTES = 1L << 40;

  /** Bytes of the largest datagram. */
  static final long DATAGRAM_BYTES = EAGER_BYTES;

  /** Bytes of the largest injected message. */
  static final long INJECT_BYTES = 4096;

  /** Bytes of the prefix with {@code FI_MSG_PREFIX}. */
  static final long PREFIX_BYTES = 16;

  /** Default number of sends that can wait for an acknowledgement. */
  static final long SENDS = 256;

  /** Default number of posted receives. */
  static final long RECEIVES = 512;

  /** Maximum number of either. */
  static final long MAX_OPERATIONS = 1 << 16;

  /** {@code FI_OPT_MIN_MULTI_RECV} by default. */
  static final long MIN_MULTI_RECEIVE = 64;

  /** Maximum contexts of each kind of a scalable endpoint. */
  static final long CONTEXTS = 64;

  /** Maximum number of endpoints that share a context. */
  static final long SHARING = 1024;

  /** Default milliseconds that a connection request waits for an answer. */
  static final long CONNECT_MILLIS = 60_000;

  private EndpointLimits() {}
}
