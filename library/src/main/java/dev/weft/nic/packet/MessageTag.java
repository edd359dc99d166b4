package dev.weft.nic.packet;

/**
 * {@code struct ibv_tmh, ibv_rvh}: the header of a message to a tag-matching queue, in network
 * order.
 *
 * <pre>
 *   0    1      4          8                  16                 24     28     32
 *   +----+------+----------+------------------+------------------+------+------+
 *   | op |  0   | app word |       tag        |  remote address  | key  | len  |
 *   +----+------+----------+------------------+------------------+------+------+
 *   |- every message -------------------------|- rendezvous -------------------|
 * </pre>
 */
public final class MessageTag {
  /** {@code IBV_TMH_RNDV}. */
  public static final int RENDEZVOUS = 1;

  /** {@code IBV_TMH_FIN}. */
  public static final int FINISHED = 2;

  /** {@code IBV_TMH_EAGER}. */
  public static final int EAGER = 3;

  /** No tag: sent so, of an unknown kind, or shorter than its kind requires. */
  public static final int NONE = 0;

  /** Bytes of the header of every message. */
  public static final int SIZE = 16;

  /** Bytes of both headers of a rendezvous. */
  public static final int RENDEZVOUS_SIZE = 32;

  /** {@code max_rndv_hdr_size}: maximum bytes of a rendezvous message. */
  public static final int MAX_RENDEZVOUS = 64;

  private static final int KIND_SHIFT = 56;

  /** The kind for matching: {@link #RENDEZVOUS}, {@link #EAGER}, else {@link #NONE}. */
  public int kind;

  /** {@code app_ctx}. */
  public int word;

  /** {@code tag}. */
  public long tag;

  /** {@code rvh.va}. */
  public long address;

  /** {@code rvh.rkey} and {@code rvh.len} as stored in the header: the key is the upper half. */
  public long keyAndLength;

  /** Reads the header of a message of {@code total} bytes from its first frame. */
  public void read(IncomingFrame frame, long total) {
    kind = NONE;
    tag = 0;
    word = 0;
    if (total < SIZE) {
      return;
    }
    long start = Long.reverseBytes(frame.word(0));
    int operation = (int) (start >>> KIND_SHIFT);
    if (operation == EAGER) {
      kind = EAGER;
    } else if (operation == RENDEZVOUS && total >= RENDEZVOUS_SIZE) {
      kind = RENDEZVOUS;
      address = Long.reverseBytes(frame.word(SIZE));
      keyAndLength = Long.reverseBytes(frame.word(SIZE + Long.BYTES));
    }
    if (kind != NONE) {
      word = (int) start;
      tag = Long.reverseBytes(frame.word(Long.BYTES));
    }
  }

  /** {@code rvh.len}: bytes of a rendezvous. */
  public long length() {
    return keyAndLength & 0xFFFF_FFFFL;
  }

  /** The first word of the message that ends a rendezvous, in native byte order. */
  public static long finished(int word) {
    return Long.reverseBytes((long) FINISHED << KIND_SHIFT | Integer.toUnsignedLong(word));
  }
}
