package dev.weft.wire;

import java.lang.foreign.ValueLayout;

/**
 * Memory layout of a {@link FrameRing}. All of its offsets are defined here.
 *
 * <pre>
 * ring    0 +--------------------------------+
 *           | head: bytes consumed           |  reader to writer
 *       128 +--------------------------------+
 *           | doorbell: POLLING, AWAKE, ARMED|  reader to writer
 *       256 +--------------------------------+
 *           | wanted: the head that gives    |  writer to reader
 *           | the writer enough room, or 0   |
 *       384 +--------------------------------+
 *           | frames, back to back, each     |
 *           | aligned to 32 bytes, none      |
 *           | across the end                 |
 *           +--------------------------------+
 *
 * frame   0 +----------------+---------------+--------+--------+
 *           | size, 32 bits  | handle, 16    | flags 8| kind 8 |  once published
 *           | 0, 32 bits     | count 8 | acknowledged 24         |  before
 *         8 +----------------+---------------+--------+--------+
 *           | tag                                              |
 *        16 +--------------------------------------------------+
 *           | data                                             |
 *        24 +--------------------------------------------------+
 *           | payload, size - 24 bytes                         |
 *           +--------------------------------------------------+
 * </pre>
 */
final class FrameLayout {
  static final long HEAD = 0;
  static final long DOORBELL = 128;
  static final long WANTED = 256;
  static final long FRAMES = 384;

  static final long FRAME_TAG = 8;
  static final long FRAME_DATA = 16;
  static final long FRAME_PAYLOAD = 24;
  static final long FRAME_ALIGNMENT = 32;

  /** A word of the caller's memory, at any alignment. */
  static final ValueLayout.OfLong USER_WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final int ACKNOWLEDGED = 0xff_ffff;

  private FrameLayout() {}

  static long aligned(long size) {
    return (size + FRAME_ALIGNMENT - 1) & -FRAME_ALIGNMENT;
  }

  /** The header of a frame that is not published. The count tells a number from an equal one. */
  static long acknowledgement(int count, int number) {
    return ((count & 0xffL) << 24) | (number & ACKNOWLEDGED);
  }

  static int acknowledged(long header) {
    return (int) header & ACKNOWLEDGED;
  }

  static long header(long size, int handle, int flags, int kind) {
    return (size << 32) | ((long) handle << 16) | ((long) flags << 8) | kind;
  }
}
