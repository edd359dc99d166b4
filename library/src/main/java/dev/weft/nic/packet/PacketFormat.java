package dev.weft.nic.packet;

/**
 * The kinds of frame between queue pairs.
 *
 * <pre>
 *               tag                                data           payload
 *   SEND        immediate or key 32 | number 24    total length   data, or its location
 *   WRITE       immediate 32 | number 24           total length   address, key: first frame; data
 *   READ        number                             length         address, key
 *   ATOMIC      number                             -              address, key, two operands
 *   ANSWER      number                             offset         data
 *   NAK         number                             -              code, or timer, in the handle
 *   DATAGRAM    Q_Key 32 | source queue pair 24    see DatagramReceiver  [route header] data
 *   ENVELOPE    Q_Key 32 | number 24               to 24 | from 24 | source LID 16
 * </pre>
 *
 * <p>An acknowledgement is no frame, but a number that the ring carries ({@code
 * FrameWriter.acknowledge}).
 *
 * <p>An envelope precedes each message between end-to-end contexts. It carries the destination and
 * source queue pairs and, in its handle, the service level. All fields are 0 if messages were
 * cancelled.
 */
public final class PacketFormat {
  public static final int SEND = 1;
  public static final int WRITE = 2;
  public static final int READ = 3;
  public static final int COMPARE_AND_SWAP = 4;
  public static final int FETCH_AND_ADD = 5;
  public static final int ATOMIC_WRITE = 6;
  public static final int FLUSH = 7;

  public static final int ENVELOPE = 8;

  /** The last request kind. */
  public static final int LAST_REQUEST = ENVELOPE;

  public static final int NAK = 9;
  public static final int NOT_READY = 10;
  public static final int READ_ANSWER = 11;
  public static final int ATOMIC_ANSWER = 12;
  public static final int DATAGRAM = 13;

  public static final int FIRST = 1;
  public static final int LAST = 2;
  public static final int ONLY = FIRST | LAST;
  public static final int SOLICITED = 4;
  public static final int HAS_IMMEDIATE = 8;
  public static final int HAS_INVALIDATE = 16;
  public static final int HAS_ROUTE_HEADER = 32;

  /** A request of a queue pair that expects no responses; other transports drop it. */
  public static final int UNRELIABLE = 64;

  /** A send whose payload is the location of its data in memory that both processes map. */
  public static final int LOCATED = 128;

  public static final int NAK_SEQUENCE = 0;
  public static final int NAK_INVALID_REQUEST = 1;
  public static final int NAK_ACCESS = 2;
  public static final int NAK_OPERATION = 3;
  public static final int NAK_INVALID_DATAGRAM = 4;

  /** Address and key precede the data. */
  public static final long ADDRESS = 0;

  public static final long KEY = 8;
  public static final long REMOTE_HEADER = 16;

  public static final long COMPARE_ADD = 16;
  public static final long SWAP = 24;
  public static final long ATOMIC_HEADER = 32;

  /** In {@link #COMPARE_ADD} of a flush: {@code IBV_FLUSH_MR}; address and length mean nothing. */
  public static final int WHOLE_REGION = 1 << 4;

  /** There, too: {@code IBV_FLUSH_GLOBAL} and {@code IBV_FLUSH_PERSISTENT}, one or both. */
  public static final int FLUSH_GLOBAL = 1;

  public static final int FLUSH_PERSISTENT = 2;

  /** {@code max_msg_sz}: maximum data of any other message in bytes. */
  public static final long MAX_MESSAGE = 1L << 30;

  /** Maximum data of a datagram in bytes. */
  public static final long MAX_DATAGRAM = 4096;

  private PacketFormat() {}

  public static boolean isKnown(int kind) {
    return kind >= SEND && kind <= DATAGRAM;
  }

  public static boolean isFlushType(long type) {
    return type >= FLUSH_GLOBAL && type <= (FLUSH_GLOBAL | FLUSH_PERSISTENT);
  }

  public static boolean isAnswer(int kind) {
    return kind >= NAK && kind <= ATOMIC_ANSWER;
  }

  public static long tag(int immediateOrKey, int number) {
    return (long) immediateOrKey << 32 | number;
  }

  public static int number(long tag) {
    return (int) tag & SequenceNumbers.MASK;
  }

  static int immediateOrKey(long tag) {
    return (int) (tag >>> 32);
  }
}
