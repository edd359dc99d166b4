package dev.weft.wire.shm;

import dev.weft.wire.WireException;

/**
 * The bytes of frames in each direction of a link: how many a new link gets, and how many a peer
 * may choose. All are powers of two.
 *
 * <p>Between processors that share no cache, long messages pass faster through larger rings. Memory
 * for both rings is reserved when the link is made; therefore a ring takes a small part of what is
 * free, from {@code least} to {@code most}.
 *
 * @param least bytes of a ring where there is little room
 * @param most bytes of a ring where there is enough
 */
record RingSize(long least, long most) {
  private static final String PROPERTY = "dev.weft.shm.ring";
  private static final int EINVAL = 22;

  /** Bytes of the largest ring that a peer or the property may choose. */
  private static final long LIMIT = 16L << 20;

  /** Bytes of the usual ring where there is enough room. */
  private static final long USUAL = 512L << 10;

  /** The part of the free room that a new ring takes: one of so many. */
  private static final long SHARE = 1024;

  /** The same size for each link. */
  static RingSize of(long bytes) {
    return new RingSize(bytes, bytes);
  }

  /**
   * The size that the property {@code dev.weft.shm.ring} sets, or else one by the room that is
   * free.
   *
   * @param least bytes of a ring that the frames of the protocol need
   * @throws WireException if the property is not a size
   */
  static RingSize configured(long least) {
    String property = System.getProperty(PROPERTY);
    return property == null ? new RingSize(least, USUAL) : of(parse(property, least));
  }

  private static long parse(String property, long least) {
    long bytes = Long.getLong(PROPERTY, 0);
    if (!new RingSize(least, least).accepts(bytes)) {
      throw new WireException(
          EINVAL,
          PROPERTY + "=" + property,
          "Allowed: a power of two from %d to %d, the bytes of a ring".formatted(least, LIMIT));
    }
    return bytes;
  }

  /** Whether a peer may make a ring of so many bytes. */
  boolean accepts(long bytes) {
    return bytes >= least && bytes <= Math.max(most, LIMIT) && Long.bitCount(bytes) == 1;
  }

  /** Bytes of a new ring where so many bytes are free. */
  long within(long free) {
    return Math.clamp(Long.highestOneBit(free / SHARE), least, most);
  }
}
