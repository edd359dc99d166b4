package dev.weft.nic.endpoint;

import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/**
 * A frame of connection setup, valid or not.
 *
 * @param wrongBy difference of its size from that of its payload
 */
record HostileCall(int kind, int flags, int handle, long word, byte[] payload, int wrongBy) {

  private static final int HEADER = 24;

  static HostileCall of(int kind, String address, long word, byte... data) {
    byte[] name = address.getBytes(StandardCharsets.UTF_8);
    ByteBuffer payload = ByteBuffer.allocate(Integer.BYTES + name.length + data.length);
    payload.order(ByteOrder.nativeOrder()).putInt(name.length).put(name).put(data);
    return new HostileCall(kind, 0, 0, word, payload.array(), 0);
  }

  HostileCall withKind(int other) {
    return new HostileCall(other, flags, handle, word, payload, wrongBy);
  }

  HostileCall withPayload(byte... other) {
    return new HostileCall(kind, flags, handle, word, other, wrongBy);
  }

  HostileCall withNameLength(int length) {
    byte[] other = payload.clone();
    ByteBuffer.wrap(other).order(ByteOrder.nativeOrder()).putInt(0, length);
    return withPayload(other);
  }

  HostileCall withSizeWrongBy(int bytes) {
    return new HostileCall(kind, flags, handle, word, payload, bytes);
  }

  /** A copy with one change, which may still be valid. */
  HostileCall mutated(Random random) {
    int any = random.nextInt();
    return switch (random.nextInt(7)) {
      case 0 -> withKind(1 + random.nextInt(252));
      case 1 -> new HostileCall(kind, any & 0xff, handle, word, payload, 0);
      case 2 -> new HostileCall(kind, flags, any & 0xffff, word, payload, 0);
      case 3 -> new HostileCall(kind, flags, handle, random.nextLong(), payload, 0);
      case 4 -> withNameLength(random.nextBoolean() ? any : random.nextInt(payload.length));
      case 5 -> withPayload(Arrays.copyOf(payload, random.nextInt(3000)));
      default -> withPayload(changed(payload, random));
    };
  }

  private static byte[] changed(byte[] bytes, Random random) {
    byte[] other = bytes.clone();
    other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    return other;
  }

  void write(Link link) {
    FrameWriter out = link.out();
    long frame = out.claim(payload.length);
    if (frame != FrameWriter.FULL) {
      long at = FrameWriter.payload(frame);
      MemorySegment.copy(payload, 0, out.memory(), ValueLayout.JAVA_BYTE, at, payload.length);
      if (wrongBy == 0) {
        out.publish(frame, payload.length, kind, flags, handle, 0, word);
      } else {
        long size = (HEADER + payload.length + wrongBy) & 0xffff_ffffL;
        out.memory().set(ValueLayout.JAVA_LONG, frame, size << 32 | kind);
      }
      link.ring();
    }
  }

  @Override
  public String toString() {
    return "kind %d flags %d handle %d word %x wrong by %d payload %s"
        .formatted(kind, flags, handle, word, wrongBy, Arrays.toString(payload));
  }
}
