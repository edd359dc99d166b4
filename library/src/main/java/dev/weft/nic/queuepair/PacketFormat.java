package dev.weft.nic.queuepair;

/**
 * The kinds of frame between queue pairs.
 *
 * <pre>
 *               tag                                data           payload
 *   SEND        immediate or key 32 | number 24    total length   data
 *   WRITE       immediate 32 | number 24           total length   address, key: first frame; data
 *   READ        number                             length         address, key
 *   ATOMIC      number                             -              address, key, two operands
 *   ANSWER      number                             offset         data
 *   ACK, NAK    number                             -              code, or timer, in the handle
 *   DATAGRAM    Q_Key 32 | source queue pair 24    see DatagramReceiver  [route header] data
 *   ENVELOPE    Q_Key 32 | number 24               to 24 | from 24 | source LID 16
 * </pre>
 *
 * <p>An envelope precedes each message between end-to-end contexts. It carries the destination and
 * source queue pairs and, in its handle, the service level. All fields are 0 if messages were
 * cancelled.
 */
final class PacketFormat {
  static final int SEND = 1;
  static final int WRITE = 2;
  static final int READ = 3;
  static final int COMPARE_AND_SWAP = 4;
  static final int FETCH_AND_ADD = 5;
  static final int ATOMIC_WRITE = 6;
  static final int FLUSH = 7;

  static final int ENVELOPE = 8;

  /** The last request kind. */
  static final int LAST_REQUEST = ENVELOPE;

  static final int ACK = 9;
  static final int NAK = 10;
  static final int NOT_READY = 11;
  static final int READ_ANSWER = 12;
  static final int ATOMIC_ANSWER = 13;
  static final int DATAGRAM = 14;

  static final int FIRST = 1;
  static final int LAST = 2;
  static final int ONLY = FIRST | LAST;
  static final int SOLICITED = 4;
  static final int HAS_IMMEDIATE = 8;
  static final int HAS_INVALIDATE = 16;
  static final int HAS_ROUTE_HEADER = 32;

  /** A request of a queue pair that expects no responses; other transports drop it. */
  static final int UNRELIABLE = 64;

  static final int NAK_SEQUENCE = 0;
  static final int NAK_INVALID_REQUEST = 1;
  static final int NAK_ACCESS = 2;
  static final int NAK_OPERATION = 3;
  static final int NAK_INVALID_DATAGRAM = 4;

  /** Address and key precede the data. */
  static final long ADDRESS = 0;

  static final long KEY = 8;
  static final long REMOTE_HEADER = 16;

  static final long COMPARE_ADD = 16;
  static final long SWAP = 24;
  static final long ATOMIC_HEADER = 32;

  /** Maximum data of a datagram in bytes. */
  static final long LARGEST_DATAGRAM = 4096;

  private PacketFormat() {}

  static boolean isKnown(int kind) {
    return kind >= SEND && kind <= DATAGRAM;
  }

  static boolean isAnswer(int kind) {
    return kind >= ACK && kind <= ATOMIC_ANSWER;
  }

  static long tag(int immediateOrKey, int number) {
    return (long) immediateOrKey << 32 | number;
  }

  static int number(long tag) {
    return (int) tag & SequenceNumbers.MASK;
  }

  static int immediateOrKey(long tag) {
    return (int) (tag >>> 32);
  }
}
