package dev.weft.nic.responder;

import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.PacketFormat;

/**
 * The reassembly state of a send or write whose first part has arrived. The fields of the first
 * part hold until the message ends: no other request of the peer changes them, and a later part
 * that contradicts them is malformed.
 *
 * <p>The caller holds the machine's lock.
 */
final class IncomingMessage {
  /** Flags that all parts of a message have in common. */
  private static final int COMMON =
      PacketFormat.SOLICITED | PacketFormat.HAS_IMMEDIATE | PacketFormat.HAS_INVALIDATE;

  private static final int NONE = 0;

  private int kind;
  private int flags;
  private int immediateOrKey;
  private long announced;

  /** Bytes of the message to be written to memory. */
  private long total;

  private long received;

  /** Target address of a write. */
  private long address;

  private int key;

  boolean isUnderWay() {
    return kind != NONE;
  }

  boolean isSend() {
    return kind == PacketFormat.SEND;
  }

  /** Ends the message. Its fields stay readable until the next one. */
  void clear() {
    kind = NONE;
  }

  /** Whether this first part may begin a message: a new one, or the same one again. */
  boolean mayBeginAs(IncomingFrame first) {
    return kind == NONE
        || (kind == first.kind() && announced == first.data() && flags == common(first));
  }

  private static int common(IncomingFrame frame) {
    return frame.flags() & COMMON;
  }

  /** Whether length and flags of a first part are valid. */
  static boolean isSound(IncomingFrame first) {
    boolean immediate = first.has(PacketFormat.HAS_IMMEDIATE);
    return first.data() >= 0
        && first.data() <= PacketFormat.MAX_MESSAGE
        && !(first.has(PacketFormat.HAS_INVALIDATE)
            && (immediate || first.kind() != PacketFormat.SEND));
  }

  /**
   * Begins a message with its first part.
   *
   * @param length bytes of the message to be written to memory
   */
  void begin(IncomingFrame first, long length) {
    kind = first.kind();
    flags = common(first);
    immediateOrKey = first.immediateOrKey();
    announced = first.data();
    total = length;
    received = 0;
  }

  /** Sets the target of a write. */
  void goTo(long remoteAddress, int remoteKey) {
    address = remoteAddress;
    key = remoteKey;
  }

  /** Whether a later part belongs to this message. */
  boolean isContinuedBy(IncomingFrame part) {
    return kind == part.kind();
  }

  /** Whether the next {@code size} bytes may come with this part. */
  boolean allows(IncomingFrame part, long size) {
    return common(part) == flags
        && size >= 0
        && size <= total - received
        && (!part.has(PacketFormat.LAST) || received + size == total);
  }

  /** Counts bytes written to memory. */
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
