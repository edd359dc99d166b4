package dev.weft.nic.queuepair;

/**
 * A message of which the first part has come: a send or a write. What the first part says of it
 * holds until it ends: no other request of the peer changes it, and a later part that says
 * something else is malformed.
 *
 * <p>For who is inside the machine.
 */
final class IncomingMessage {
  /** What all parts of a message say alike. */
  private static final int COMMON =
      PacketFormat.SOLICITED | PacketFormat.HAS_IMMEDIATE | PacketFormat.HAS_INVALIDATE;

  private static final int NONE = 0;

  private int kind;
  private int flags;
  private int immediateOrKey;
  private long announced;

  /** Bytes of it that go into memory. */
  private long total;

  private long received;

  /** Where a write goes. */
  private long address;

  private int key;

  boolean isUnderWay() {
    return kind != NONE;
  }

  boolean isSend() {
    return kind == PacketFormat.SEND;
  }

  /** It is not under way any more; what was said of it stays until the next one. */
  void clear() {
    kind = NONE;
  }

  /** Whether the first part of a message may come now: of a new one, or of the same once more. */
  boolean mayBeginAs(IncomingFrame first) {
    return kind == NONE
        || (kind == first.kind() && announced == first.data() && flags == common(first));
  }

  private static int common(IncomingFrame frame) {
    return frame.flags() & COMMON;
  }

  /** False where no message is so long, or promises so much. */
  static boolean isSound(IncomingFrame first) {
    boolean immediate = first.has(PacketFormat.HAS_IMMEDIATE);
    return first.data() >= 0
        && first.data() <= WorkRequestPoster.LARGEST_MESSAGE
        && !(first.has(PacketFormat.HAS_INVALIDATE)
            && (immediate || first.kind() != PacketFormat.SEND));
  }

  /**
   * This part is the first one.
   *
   * @param length bytes of the message that go into memory
   */
  void begin(IncomingFrame first, long length) {
    kind = first.kind();
    flags = common(first);
    immediateOrKey = first.immediateOrKey();
    announced = first.data();
    total = length;
    received = 0;
  }

  /** Of a write: where it goes. */
  void goTo(long remoteAddress, int remoteKey) {
    address = remoteAddress;
    key = remoteKey;
  }

  /** Whether a part that is not the first belongs to it. */
  boolean isContinuedBy(IncomingFrame part) {
    return kind == part.kind();
  }

  /** Whether so many bytes, of this part, may come next. */
  boolean allows(IncomingFrame part, long size) {
    return common(part) == flags
        && size >= 0
        && size <= total - received
        && (!part.has(PacketFormat.LAST) || received + size == total);
  }

  /** So many bytes are in memory. */
  void add(long size) {
    received += size;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  int flags() {
    return flags;
  }

  int immediateOrKey() {
    return immediateOrKey;
  }

  long total() {
    return total;
  }

  long received() {
    return received;
  }

  long address() {
    return address;
  }

  int key() {
    return key;
  }
}
