package dev.weft.verbs.work;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * {@code struct ibv_tmh, ibv_rvh}: the headers with which a message to a tag-matching queue begins,
 * in network order (VQ-47).
 *
 * <pre>{@code
 * 0    1      4         8                 16
 * +----+------+---------+-----------------+-----------------+------+------+
 * | op |  0   | app word|       tag       | remote address  | rkey | len  |
 * +----+------+---------+-----------------+-----------------+------+------+
 * |- every message -----------------------|- rendezvous ------------------|
 * }</pre>
 */
public final class TagHeader {

  /** {@code IBV_TMH_NO_TAG}: the message has no tag. */
  public static final int NO_TAG = 0;

  /** {@code IBV_TMH_RNDV}: the receiver must read the data from the sender. */
  public static final int RNDV = 1;

  /** {@code IBV_TMH_FIN}: the receiver has read the data. */
  public static final int FIN = 2;

  /** {@code IBV_TMH_EAGER}: the data follows. */
  public static final int EAGER = 3;

  /** Bytes of the header of every message. */
  public static final int SIZE = 16;

  /** Bytes that a rendezvous adds. */
  public static final int RENDEZVOUS_SIZE = 16;

  private static final ValueLayout.OfInt WIRE_INT =
      JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong WIRE_LONG =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private TagHeader() {}

  /** Writes the header of a message at the start of {@code segment}. */
  public static void write(MemorySegment segment, int operation, int applicationWord, long tag) {
    segment.set(WIRE_INT, 0, 0);
    segment.set(JAVA_BYTE, 0, (byte) operation);
    segment.set(WIRE_INT, 4, applicationWord);
    segment.set(WIRE_LONG, 8, tag);
  }

  /** Writes the rendezvous header after the message header. */
  public static void writeRendezvous(MemorySegment segment, long address, int rkey, int length) {
    segment.set(WIRE_LONG, SIZE, address);
    segment.set(WIRE_INT, SIZE + 8, rkey);
    segment.set(WIRE_INT, SIZE + 12, length);
  }

  /** {@code opcode}: the kind of message. */
  public static int operation(MemorySegment segment) {
    return Byte.toUnsignedInt(segment.get(JAVA_BYTE, 0));
  }

  /** {@code app_ctx}: the sender's application word. */
  public static int applicationWord(MemorySegment segment) {
    return segment.get(WIRE_INT, 4);
  }

  /** {@code tag}. */
  public static long tag(MemorySegment segment) {
    return segment.get(WIRE_LONG, 8);
  }

  /** {@code rvh.va}: the address of the data. */
  public static long remoteAddress(MemorySegment segment) {
    return segment.get(WIRE_LONG, SIZE);
  }

  /** {@code rvh.rkey}: the key of the data. */
  public static int remoteKey(MemorySegment segment) {
    return segment.get(WIRE_INT, SIZE + 8);
  }

  /** {@code rvh.len}: the length of the data in bytes, unsigned. */
  public static int remoteLength(MemorySegment segment) {
    return segment.get(WIRE_INT, SIZE + 12);
  }
}
