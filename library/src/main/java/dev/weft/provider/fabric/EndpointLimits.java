package dev.weft.provider.fabric;

/** What an endpoint of the software NIC can do, in numbers. */
final class EndpointLimits {
  /** Buffers of one operation ({@code iov_limit}). */
  static final int BUFFERS = 8;

  /** Bytes up to which a message travels inside its frame. */
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

  /** Sends that wait for an acknowledgement, unless asked for more. */
  static final long SENDS = 256;

  /** Posted receives, unless asked for more. */
  static final long RECEIVES = 512;

  /** The most of either that can be asked for. */
  static final long MAX_OPERATIONS = 1 << 16;

  /** {@code FI_OPT_MIN_MULTI_RECV} at the start. */
  static final long MIN_MULTI_RECEIVE = 64;

  /** Contexts of each kind that a scalable endpoint has at most. */
  static final long CONTEXTS = 64;

  /** Endpoints that share a context at most. */
  static final long SHARING = 1024;

  /** Milliseconds that a call waits for an answer, unless told otherwise. */
  static final long CONNECT_MILLIS = 60_000;

  private EndpointLimits() {}
}
