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
 *           | size, 32 bits  | handle, 16    | flags 8| kind 8 |  not 0 once published
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

  private FrameLayout() {}

  static long aligned(long size) {
    return (size + FRAME_ALIGNMENT - 1) & -FRAME_ALIGNMENT;
  }

  static long header(long size, int handle, int flags, int kind) {
    return (size << 32) | ((long) handle << 16) | ((long) flags << 8) | kind;
  }
}
