package dev.weft.provider.fabric.hostile;

import dev.weft.wire.FrameWriter;
import dev.weft.wire.HostileWord;
import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/** One frame of a hostile peer, valid or not. */
public final class HostileFrame {
  static final int MESSAGE = 1;
  static final int RTS = 2;
  static final int ACKNOWLEDGEMENT = 3;
  static final int WRITE_NOTICE = 4;
  static final int CTS = 5;
  static final int CHUNK = 6;
  static final int CANCEL = 7;
  static final int END = 8;
  public static final int WRITE = 9;
  static final int WRITE_RTS = 10;
  static final int READ = 11;
  static final int ATOMIC = 12;
  static final int ATOMIC_FETCH = 13;
  static final int SHARE = 14;

  static final int TAGGED = 1;
  static final int HAS_DATA = 2;
  static final int ACKNOWLEDGE = 4 | 8;

  private static final int LAST_KIND = SHARE;
  private static final int HEADER = 24;

  /** Bytes of one range. */
  private static final int RANGE = 24;

  /** Offset of the operation in the payload of an atomic operation on one range. */
  static final int ATOMIC_HEAD = RANGE;

  int kind;
  private int flags;
  private int handle;
  long tag;
  long data;
  byte[] payload;

  /** The error of its size. */
  long skew;

  int copies = 1;

  /** A word of the ring that is changed together with this frame, or null. */
  HostileWord word;

  /** Of a chunk: bytes of its transfer from here on. */
  int rest;

  public HostileFrame(int kind, int flags, int handle, long tag, long data, byte... payload) {
    this.kind = kind;
    this.flags = flags;
    this.handle = handle;
    this.tag = tag;
    this.data = data;
    this.payload = payload;
  }

  /** Words as payload. */
  public static byte[] words(long... words) {
    ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES);
    bytes.order(ByteOrder.nativeOrder()).asLongBuffer().put(words);
    return bytes.array();
  }

  HostileFrame copy() {
    HostileFrame copy = new HostileFrame(kind, flags, handle, tag, data, payload.clone());
    copy.rest = rest;
    return copy;
  }

  void set(HostileFrame other) {
    become(other.kind, other.handle, other.tag, other.data, other.payload);
    flags = other.flags;
    skew = other.skew;
    copies = other.copies;
    word = other.word;
  }

  /** Turns this into another frame, without flags. */
  void become(int newKind, int newHandle, long newTag, long newData, byte... newPayload) {
    kind = newKind;
    flags = 0;
    handle = newHandle;
    tag = newTag;
    data = newData;
    payload = newPayload;
  }

  boolean isOneOf(int... kinds) {
    return Arrays.stream(kinds).anyMatch(each -> each == kind);
  }

  /** Whether its payload begins with ranges of registered memory. */
  boolean hasRanges() {
    return isOneOf(WRITE, WRITE_RTS, READ, ATOMIC, ATOMIC_FETCH);
  }

  private ByteBuffer words() {
    return ByteBuffer.wrap(payload).order(ByteOrder.nativeOrder());
  }

  /** One word of the payload. */
  long word(int at) {
    return words().getLong(at * Long.BYTES);
  }

  /** Sets one word of the payload; always true. */
  boolean setWord(int at, long value) {
    words().putLong(at * Long.BYTES, value);
    return true;
  }

  /** Applies one mutation; returns its description. */
  String mutate(Random chance) {
    return switch (chance.nextInt(11)) {
      case 0 -> {
        kind = chance.nextBoolean() ? 1 + chance.nextInt(LAST_KIND) : chance.nextInt(256);
        yield "kind";
      }
      case 1 -> {
        flags ^= 1 << chance.nextInt(8);
        yield "flags";
      }
      case 2 -> {
        handle = (int) other(handle, chance) & 0xffff;
        yield "handle";
      }
      case 3 -> {
        tag = other(tag, chance);
        yield "tag";
      }
      case 4 -> {
        data = other(data, chance);
        yield "data";
      }
      case 5 -> mutatePayload(chance);
      case 6 -> {
        payload = Arrays.copyOf(payload, chance.nextInt(2 * payload.length + 40));
        yield "length of the payload";
      }
      case 7 -> {
        skew = chance.nextBoolean() ? chance.nextInt(-64, 64) : chance.nextInt();
        yield "size";
      }
      case 8, 9 -> mutateRing(chance);
      default -> {
        copies = 2 * chance.nextInt(2);
        yield "copies";
      }
    };
  }

  private String mutateRing(Random chance) {
    word = HostileWord.any(chance);
    return word.toString();
  }

  private String mutatePayload(Random chance) {
    if (payload.length < Long.BYTES) {
      return "nothing, as there is no payload";
    }
    int at = chance.nextInt(Math.min(payload.length / Long.BYTES, 16));
    long before = word(at);
    setWord(at, other(before, chance));
    return "word %d of the payload, which was %#x".formatted(at, before);
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

  /** Writes it as many times as it has copies; false if there is no room. */
  public boolean writeTo(Link link) {
    if (word != null) {
      word.writeTo(link);
      word = null;
    }
    boolean written = true;
    for (int i = 0; i < copies && written; i++) {
      written = write(link.out());
    }
    link.ring();
    return written;
  }

  private boolean write(FrameWriter out) {
    if (payload.length > out.maximumPayload()) {
      return true; // does not fit into the ring
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
    return "kind=%d flags=%d handle=%d tag=%#x data=%#x payload=%d copies=%d skew=%d%s"
        .formatted(kind, flags, handle, tag, data, payload.length, copies, skew, firstWords());
  }

  private String firstWords() {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < Math.min(4, payload.length / Long.BYTES); at++) {
      text.append(' ').append(Long.toHexString(word(at)));
    }
    return text.toString();
  }
}
