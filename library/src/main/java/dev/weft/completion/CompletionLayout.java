package dev.weft.completion;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Layout of a completion ring: the slots in one array of words, the cursors in another. All places
 * in them are defined here, in words.
 *
 * <p>A slot is one cache line, shown with offsets in bytes. Its first 48 bytes are {@code struct
 * fi_cq_tagged_entry}, of which every other format of {@code fi_cq(3)} is a prefix. Converting an
 * entry to a format therefore copies a prefix:
 *
 * <pre>
 *   0         8         16        24        32        40        48        56               63
 *   +---------+---------+---------+---------+---------+---------+---------+---------------+
 *   | context | flags   | length  | buffer  | data    | tag     | source  | stamp         |
 *   +---------+---------+---------+---------+---------+---------+---------+---------------+
 *   |<- 8 CONTEXT ->|   |         |         |         |         |
 *   |<- 24 MSG ------------------>|         |         |         |
 *   |<- 40 DATA ------------------------------------->|         |
 *   |<- 48 TAGGED --------------------------------------------->|
 * </pre>
 *
 * <p>The stamp holds the position for which the slot was last written, and the status of that
 * operation. It is the only word that orders writers and readers:
 *
 * <pre>
 *   63                              32 31          24 23                             0
 *   +---------------------------------+--------------+--------------------------------+
 *   | position + 1, modulo 2^32       | status       | queue number                   |
 *   +---------------------------------+--------------+--------------------------------+
 * </pre>
 *
 * <p>The cursors count slots since the ring was made and never decrease. Those of each side are 128
 * bytes apart (two lines, because processors fetch lines in pairs), and as far from other heap
 * objects:
 *
 * <pre>
 *   word 0        16            32                          48           64
 *   +-------------+-------------+---------------------------+------------+
 *   | (padding)   | head        | reserved, head seen last, | tail       |
 *   |             |             | failures                  |            |
 *   +-------------+-------------+---------------------------+------------+
 *     readers write ^             writers reserve ^           ^ writers claim
 * </pre>
 */
public final class CompletionLayout {
  /** Words per slot, as a shift. */
  public static final int SLOT_SHIFT = 3;

  /** Words before the first slot and after the last, so that no other object shares their lines. */
  public static final int SLOT_PADDING = 16;

  public static final int CONTEXT = 0;
  public static final int FLAGS = 1;
  public static final int LENGTH = 2;
  public static final int BUFFER = 3;
  public static final int DATA = 4;
  public static final int TAG = 5;
  public static final int SOURCE = 6;
  public static final int STAMP = 7;

  public static final int STATUS_SHIFT = 24;
  public static final int SEQUENCE_SHIFT = 32;
  public static final long STATUS_MASK = 0xFF;

  /** Status of an operation that succeeded. */
  public static final long SUCCESS = 0;

  /** Status of an operation that failed: the details lie in the {@link ErrorLane}. */
  public static final long FAILURE = 1;

  public static final int HEAD = 16;
  public static final int RESERVED = 32;
  public static final int HEAD_SEEN = 33;
  public static final int FAILURES = 34;
  public static final int TAIL = 48;
  static final int CURSOR_WORDS = 64;

  /** Access to a cursor or a stamp in its array. */
  public static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  /** A word of the caller's memory, at any alignment. */
  public static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private CompletionLayout() {}
}
