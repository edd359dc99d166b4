package dev.weft.nic.queuepair;

import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import java.util.Arrays;

/**
 * A frame as it lies in a ring, valid or not.
 *
 * @param payload words, address and key included
 * @param size bytes of payload, at most those of its words
 */
public record RawFrame(
    int kind, int flags, int handle, long tag, long data, long[] payload, long size) {
  /** In place of a kind: no frame, but its number as an acknowledgement. */
  public static final int ACKNOWLEDGEMENT = 1000;

  private static final int UNKNOWN = 254;
  private static final int PADDING = 255;
  private static final int FRAME_PAYLOAD = 24;

  public static RawFrame of(int kind, int flags, long tag, long data, long... payload) {
    return new RawFrame(kind, flags, 0, tag, data, payload, (long) payload.length * Long.BYTES);
  }

  /** {@code words} of payload behind an address and a key. */
  public static long[] remote(long address, int key, int words) {
    long[] payload = new long[2 + words];
    payload[0] = address;
    payload[1] = key;
    return payload;
  }

  public RawFrame withKind(int other) {
    return new RawFrame(other, flags, handle, tag, data, payload, size);
  }

  public RawFrame withFlags(int other) {
    return new RawFrame(kind, other, handle, tag, data, payload, size);
  }

  public RawFrame withHandle(int other) {
    return new RawFrame(kind, flags, other, tag, data, payload, size);
  }

  public RawFrame withTag(long other) {
    return new RawFrame(kind, flags, handle, other, data, payload, size);
  }

  public RawFrame withData(long other) {
    return new RawFrame(kind, flags, handle, tag, other, payload, size);
  }

  public RawFrame withWord(int at, long value) {
    long[] other = payload.clone();
    other[at] = value;
    return new RawFrame(kind, flags, handle, tag, data, other, size);
  }

  /** A copy with an invalid size; the payload stays. */
  public RawFrame withUnsoundSize(long wrong) {
    return new RawFrame(kind, flags, handle, tag, data, payload, wrong);
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  public int number() {
    return PacketFormat.number(tag);
  }

  /** Whether it is a part of a send or a write. */
  public boolean isPart() {
    return (kind == PacketFormat.SEND && !isPlace()) || kind == PacketFormat.WRITE;
  }

  /** Whether it carries the place of the data of a send. */
  public boolean isPlace() {
    return kind == PacketFormat.SEND && has(PacketFormat.LOCATED);
  }

  /** Whether it is the first of a message, or the envelope of the next one. */
  public boolean begins() {
    boolean request = kind <= PacketFormat.LAST_REQUEST || kind == PacketFormat.DATAGRAM;
    return request && has(PacketFormat.FIRST);
  }

  /** Bytes of payload in front of the data. */
  public int header() {
    return kind == PacketFormat.WRITE && has(PacketFormat.FIRST)
        ? (int) PacketFormat.REMOTE_HEADER
        : 0;
  }

  /** Bytes of data. */
  public long dataSize() {
    return size - header();
  }

  /** Another message number. */
  public RawFrame withNumber(int other) {
    return withTag((tag & -1L << 32) | (other & SequenceNumbers.MASK));
  }

  /** Shorter, or longer by words that are 0. */
  public RawFrame withSize(long other) {
    long[] words = Arrays.copyOf(payload, (int) (other + 7) / Long.BYTES);
    return new RawFrame(kind, flags, handle, tag, data, words, other);
  }

  /**
   * Publishes it; returns the place of the frame, or {@link FrameWriter#FULL}. Padding that the
   * reader must accept, because it ends with the ring, becomes another invalid kind.
   */
  public long write(Link link) {
    FrameWriter out = link.out();
    if (kind == ACKNOWLEDGEMENT && size >= 0 && size <= (long) payload.length * Long.BYTES) {
      out.acknowledge(number());
      return 0;
    }
    long frame = out.claim((long) payload.length * Long.BYTES);
    if (frame != FrameWriter.FULL) {
      for (int i = 0; i < payload.length; i++) {
        out.setWord(frame, (long) i * Long.BYTES, payload[i]);
      }
      int published = isPadding(out, frame) ? UNKNOWN : kind;
      out.publish(frame, size, published, flags, handle, tag, data);
    }
    return frame;
  }

  private boolean isPadding(FrameWriter out, long frame) {
    return kind == PADDING && frame + FRAME_PAYLOAD + size == out.memory().byteSize();
  }

  @Override
  public String toString() {
    return "%nkind %d flags %d handle %d tag %x data %x payload %d %s"
        .formatted(kind, flags, handle, tag, data, size, words());
  }

  private String words() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(4, payload.length); i++) {
      text.append(' ').append(Long.toHexString(payload[i]));
    }
    return text.toString();
  }
}
