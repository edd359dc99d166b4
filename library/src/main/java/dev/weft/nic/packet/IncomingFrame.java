package dev.weft.nic.packet;

import dev.weft.wire.FrameReader;

/**
 * A snapshot of the first frame in a ring. The peer shares the memory and may change it at any
 * time, so header, tag and data are read once, and the checked values are the ones used. The
 * payload is copied, or read word by word, each word once.
 *
 * <p>The caller holds the machine's lock.
 */
public final class IncomingFrame {
  private FrameReader in;
  private long header;
  private long tag;
  private long data;

  /** Takes the first frame of a ring, with this header. */
  public void read(FrameReader reader, long peeked) {
    in = reader;
    header = peeked;
    tag = reader.tag();
    data = reader.data();
  }

  /** The frame kind, of {@link PacketFormat}. */
  public int kind() {
    return FrameReader.kind(header);
  }

  public int flags() {
    return FrameReader.flags(header);
  }

  public boolean has(int flag) {
    return (flags() & flag) != 0;
  }

  /** Whether it is the only frame of its message. */
  public boolean isWhole() {
    return (flags() & PacketFormat.ONLY) == PacketFormat.ONLY;
  }

  public int handle() {
    return FrameReader.handle(header);
  }

  public int number() {
    return PacketFormat.number(tag);
  }

  public int immediateOrKey() {
    return PacketFormat.immediateOrKey(tag);
  }

  public long data() {
    return data;
  }

  public long payloadLength() {
    return FrameReader.payloadLength(header);
  }

  /** One word of the payload, aligned to 8 bytes. Read each word only once. */
  public long word(long offset) {
    return in.word(offset);
  }

  /** The reader to copy the payload from. */
  public FrameReader payload() {
    return in;
  }
}
