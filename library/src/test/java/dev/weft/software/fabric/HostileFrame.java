package dev.weft.software.fabric;

import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/** One frame as a peer writes it that may write anything. */
final class HostileFrame {
  static final int MESSAGE = 1;
  static final int ANNOUNCEMENT = 2;
  static final int ACKNOWLEDGEMENT = 3;
  static final int WRITE_NOTICE = 4;
  static final int PULL = 5;
  static final int CHUNK = 6;
  static final int WITHDRAWAL = 7;
  static final int END = 8;
  static final int WRITE = 9;
  static final int WRITE_ANNOUNCEMENT = 10;
  static final int READ = 11;
  static final int ATOMIC = 12;
  static final int ATOMIC_FETCH = 13;
  static final int SHARE = 14;

  static final int TAGGED = 1;
  static final int HAS_DATA = 2;
  static final int ACKNOWLEDGE = 4 | 8;

  private static final int LAST_KIND = SHARE;
  private static final int HEADER = 24;

  private int kind;
  private int flags;
  private int handle;
  private long tag;
  private long data;
  private byte[] payload;
  private long skew;
  private int copies = 1;

  HostileFrame(int kind, int flags, int handle, long tag, long data, byte... payload) {
    this.kind = kind;
    this.flags = flags;
    this.handle = handle;
    this.tag = tag;
    this.data = data;
    this.payload = payload;
  }

  /** Words as payload. */
  static byte[] words(long... words) {
    ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES);
    bytes.order(ByteOrder.nativeOrder()).asLongBuffer().put(words);
    return bytes.array();
  }

  /** Changes one thing. */
  void mutate(Random chance) {
    switch (chance.nextInt(9)) {
      case 0 -> kind = chance.nextBoolean() ? 1 + chance.nextInt(LAST_KIND) : chance.nextInt(256);
      case 1 -> flags ^= 1 << chance.nextInt(8);
      case 2 -> handle = (int) other(handle, chance) & 0xffff;
      case 3 -> tag = other(tag, chance);
      case 4 -> data = other(data, chance);
      case 5 -> mutatePayload(chance);
      case 6 -> payload = Arrays.copyOf(payload, chance.nextInt(2 * payload.length + 40));
      case 7 -> skew = chance.nextBoolean() ? chance.nextInt(-64, 64) : chance.nextInt();
      default -> copies = 2 * chance.nextInt(2);
    }
  }

  private void mutatePayload(Random chance) {
    if (payload.length >= Long.BYTES) {
      ByteBuffer words = ByteBuffer.wrap(payload).order(ByteOrder.nativeOrder());
      int at = Long.BYTES * chance.nextInt(Math.min(payload.length / Long.BYTES, 16));
      words.putLong(at, other(words.getLong(at), chance));
    }
  }

  private static long other(long value, Random chance) {
    return switch (chance.nextInt(7)) {
      case 0 -> value + 1;
      case 1 -> value - 1;
      case 2 -> -value;
      case 3 -> value ^ 1L << chance.nextInt(Long.SIZE);
      case 4 -> chance.nextLong();
      case 5 -> chance.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
      default -> value + chance.nextInt(-4096, 4096);
    };
  }

  /** Writes it as often as it says; false where there is no room. */
  boolean writeTo(Link link) {
    boolean written = true;
    for (int i = 0; i < copies && written; i++) {
      written = write(link.out());
    }
    link.ring();
    return written;
  }

  private boolean write(FrameWriter out) {
    if (payload.length > out.maximumPayload()) {
      return true; // not even a hostile peer has room for it
    }
    long frame = out.claim(payload.length);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    long at = FrameWriter.payload(frame);
    MemorySegment.copy(payload, 0, out.memory(), ValueLayout.JAVA_BYTE, at, payload.length);
    out.publish(frame, payload.length, kind, flags, handle, tag, data);
    if (skew != 0) {
      long size = (HEADER + payload.length + skew) & 0xffff_ffffL;
      long header = size << 32 | (long) handle << 16 | (long) flags << 8 | kind;
      out.memory().set(ValueLayout.JAVA_LONG, frame, header);
    }
    return true;
  }

  @Override
  public String toString() {
    return "kind=%d flags=%d handle=%d tag=%#x data=%#x payload=%d copies=%d skew=%d"
        .formatted(kind, flags, handle, tag, data, payload.length, copies, skew);
  }
}
