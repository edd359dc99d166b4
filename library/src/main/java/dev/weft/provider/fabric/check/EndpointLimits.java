package dev.weft.provider.fabric.check;

/** The limits of endpoints of the software NIC. */
public final class EndpointLimits {
  /** Buffers of one operation ({@code iov_limit}). */
  public static final int BUFFERS = 8;

  /** Maximum bytes of a message inside its frame. */
  public static final long EAGER_BYTES = 8 * 1024;

  /** Bytes of messages that wait for a receive, for one endpoint. */
  public static final long STORE_BYTES = 64L << 20;

  /** Bytes of the largest message. */
  public static final long MESSAGE_BYTES = 1L << 40;

  /** Bytes of the largest datagram. */
  public static final long DATAGRAM_BYTES = EAGER_BYTES;

  /** Bytes of the largest injected message. */
  public static final long INJECT_BYTES = 4096;

  /** Bytes of the prefix with {@code FI_MSG_PREFIX}. */
  public static final long PREFIX_BYTES = 16;

  /** Default number of sends that can wait for an acknowledgement. */
  public static final long SENDS = 256;

  /** Default number of posted receives. */
  public static final long RECEIVES = 512;

  /** Maximum number of either. */
  public static final long MAX_OPERATIONS = 1 << 16;

  /** {@code FI_OPT_MIN_MULTI_RECV} by default. */
  public static final long MIN_MULTI_RECEIVE = 64;

  /** Maximum contexts of each kind of a scalable endpoint. */
  public static final long CONTEXTS = 64;

  /** Maximum number of endpoints that share a context. */
  public static final long SHARING = 1024;

  /** Objects of one kind that an info names for a domain; more can be opened. */
  public static final long OBJECTS = 1 << 16;

  /** Default milliseconds that a connection request waits for an answer. */
  public static final long CONNECT_MILLIS = 60_000;

  private EndpointLimits() {}
}
