package dev.weft.nic.queuepair;

import dev.weft.wire.FrameReader;

/**
 * The first frame in a ring, as it was when it was looked at. A peer shares the ring's memory and
 * may change it at any time; so header, tag and data are read once, and what was checked is what is
 * used. Payload is only copied, or read word by word, each word once.
 *
 * <p>For who is inside the machine.
 */
final class IncomingFrame {
  private FrameReader in;
  private long header;
  private long tag;
  private long data;

  /** From now on the first frame of a ring, with this header. */
  void read(FrameReader reader, long peeked) {
    in = reader;
    header = peeked;
    tag = reader.tag();
    data = reader.data();
  }

  /** A number of {@link PacketFormat}. */
  int kind() {
    return FrameReader.kind(header);
  }

  int flags() {
    return FrameReader.flags(header);
  }

  boolean has(int flag) {
    return (flags() & flag) != 0;
  }

  /** Whether it is the first part of a message, and the last. */
  boolean isWhole() {
    return (flags() & PacketFormat.ONLY) == PacketFormat.ONLY;
  }

  int handle() {
    return FrameReader.handle(header);
  }

  int number() {
    return PacketFormat.number(tag);
  }

  int immediateOrKey() {
    return PacketFormat.immediateOrKey(tag);
  }

  long tag() {
    return tag;
  }

  long data() {
    return data;
  }

  long payloadLength() {
    return FrameReader.payloadLength(header);
  }

  /** One word of the payload, aligned to 8 bytes; to be asked for once. */
  long word(long offset) {
    return in.word(offset);
  }

  /** Where the payload is copied from. */
  FrameReader payload() {
    return in;
  }
}
