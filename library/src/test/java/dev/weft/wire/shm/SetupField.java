package dev.weft.wire.shm;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A field of the bytes by which processes connect, and values that it should not have. */
enum SetupField {
  LIFE_MAGIC(SetupPart.LIVENESS_HANDSHAKE, 0, Long.BYTES),
  LIFE_VERSION(SetupPart.LIVENESS_HANDSHAKE, 8, Integer.BYTES),
  LIFE_LINE(SetupPart.LIVENESS_HANDSHAKE, 12, Integer.BYTES),
  LIFE_NUMBER(SetupPart.LIVENESS_HANDSHAKE, 16, Long.BYTES),
  LIFE_LENGTH(SetupPart.LIVENESS_HANDSHAKE, 24, Short.BYTES),
  LIFE_NAME(SetupPart.LIVENESS_HANDSHAKE, 26, Byte.BYTES),
  BELL_MAGIC(SetupPart.WAKE_HANDSHAKE, 0, Long.BYTES),
  BELL_VERSION(SetupPart.WAKE_HANDSHAKE, 8, Integer.BYTES),
  BELL_LINE(SetupPart.WAKE_HANDSHAKE, 12, Integer.BYTES),
  BELL_NUMBER(SetupPart.WAKE_HANDSHAKE, 16, Long.BYTES),
  BELL_LENGTH(SetupPart.WAKE_HANDSHAKE, 24, Short.BYTES),
  BELL_NAME(SetupPart.WAKE_HANDSHAKE, 26, Byte.BYTES),
  LINK_MAGIC(SetupPart.LINK, ShmLayout.MAGIC, Long.BYTES),
  LINK_VERSION(SetupPart.LINK, ShmLayout.VERSION_AT, Integer.BYTES),
  LINK_CAPACITY(SetupPart.LINK, ShmLayout.CAPACITY, Long.BYTES),
  LINK_NUMBER(SetupPart.LINK, ShmLayout.NUMBER, Long.BYTES),
  INITIATOR_LENGTH(SetupPart.LINK, ShmLayout.INITIATOR, Short.BYTES),
  INITIATOR_NAME(SetupPart.LINK, ShmLayout.INITIATOR + Short.BYTES, Byte.BYTES),
  ACCEPTOR_LENGTH(SetupPart.LINK, ShmLayout.ACCEPTOR, Short.BYTES),
  ACCEPTOR_NAME(SetupPart.LINK, ShmLayout.ACCEPTOR + Short.BYTES, Byte.BYTES),
  INITIATOR_LEFT(SetupPart.LINK, ShmLayout.INITIATOR_LEFT, Long.BYTES),
  ACCEPTOR_LEFT(SetupPart.LINK, ShmLayout.ACCEPTOR_LEFT, Long.BYTES),
  INITIATOR_ACCESS(SetupPart.LINK, ShmLayout.INITIATOR_ACCESS, Long.BYTES),
  ACCEPTOR_ACCESS(SetupPart.LINK, ShmLayout.ACCEPTOR_ACCESS, Long.BYTES),
  PORT_MAGIC(SetupPart.PORT, ShmLayout.MAGIC, Long.BYTES),
  PORT_GRANTS(SetupPart.PORT, ShmLayout.PORT_GRANTS, Long.BYTES),
  PORT_REFUSALS(SetupPart.PORT, ShmLayout.PORT_REFUSALS, Integer.BYTES),
  PORT_VERSION(SetupPart.PORT, ShmLayout.PORT_VERSION, Integer.BYTES),
  PORT_ADMITTED(SetupPart.PORT, ShmLayout.PORT_ADMITTED, Long.BYTES),
  PORT_COUNT(SetupPart.PORT, ShmLayout.PORT_COUNT, Long.BYTES),
  TABLE_MAGIC(SetupPart.TABLE, ShmLayout.MAGIC, Long.BYTES),
  GRANT_NUMBER(SetupPart.TABLE, SetupFiles.ROW + ShmLayout.GRANT_NUMBER, Long.BYTES),
  GRANT_KEY(SetupPart.TABLE, SetupFiles.ROW + ShmLayout.GRANT_KEY, Long.BYTES),
  GRANT_FILE(SetupPart.TABLE, SetupFiles.ROW + ShmLayout.GRANT_FILE, Long.BYTES),
  GRANT_OFFSET(SetupPart.TABLE, SetupFiles.ROW + ShmLayout.GRANT_OFFSET, Long.BYTES),
  GRANT_LENGTH(SetupPart.TABLE, SetupFiles.ROW + ShmLayout.GRANT_LENGTH, Long.BYTES),
  GRANT_ACCESS(SetupPart.TABLE, SetupFiles.ROW + ShmLayout.GRANT_ACCESS, Long.BYTES),
  GRANT_BASE(SetupPart.TABLE, SetupFiles.ROW + ShmLayout.GRANT_BASE, Long.BYTES),
  VICTIM_LEFT(SetupPart.VICTIM_LINK, ShmLayout.INITIATOR_LEFT, Long.BYTES),
  OWN_LEFT(SetupPart.VICTIM_LINK, ShmLayout.ACCEPTOR_LEFT, Long.BYTES),
  VICTIM_INSIDE(SetupPart.VICTIM_LINK, ShmLayout.INITIATOR_ACCESS, Long.BYTES),
  OWN_INSIDE(SetupPart.VICTIM_LINK, ShmLayout.ACCEPTOR_ACCESS, Long.BYTES),
  VICTIM_MAGIC(SetupPart.VICTIM_PORT, ShmLayout.MAGIC, Long.BYTES),
  VICTIM_GRANTS(SetupPart.VICTIM_PORT, ShmLayout.PORT_GRANTS, Long.BYTES),
  VICTIM_REFUSALS(SetupPart.VICTIM_PORT, ShmLayout.PORT_REFUSALS, Integer.BYTES),
  VICTIM_VERSION(SetupPart.VICTIM_PORT, ShmLayout.PORT_VERSION, Integer.BYTES),
  VICTIM_ADMITTED(SetupPart.VICTIM_PORT, ShmLayout.PORT_ADMITTED, Long.BYTES),
  VICTIM_COUNT(SetupPart.VICTIM_PORT, ShmLayout.PORT_COUNT, Long.BYTES),
  VICTIM_TABLE_MAGIC(SetupPart.VICTIM_TABLE, ShmLayout.MAGIC, Long.BYTES),
  /** Any word of the table. */
  VICTIM_ROW(SetupPart.VICTIM_TABLE, ShmLayout.GRANTS, Long.BYTES);

  private static final int MAX_NAME = 8;
  private static final List<SetupField> ALL = List.of(values());

  final SetupPart part;
  private final long offset;
  final int width;

  SetupField(SetupPart part, long offset, int width) {
    this.part = part;
    this.offset = offset;
    this.width = width;
  }

  /** Any field of bytes that the peer makes, or of files that lie there. */
  static SetupField any(Random chance, boolean file) {
    SetupField[] some =
        ALL.stream()
            .filter(each -> file ? !each.part.isHandshake() : !each.part.isOfVictim())
            .toArray(SetupField[]::new);
    return some[chance.nextInt(some.length)];
  }

  /** Where it lies; a name and a table have several places. */
  long at(Random chance) {
    if (width == Byte.BYTES) {
      return offset + chance.nextInt(MAX_NAME);
    }
    long words = (ShmLayout.GRANTS_BYTES - ShmLayout.GRANTS) / Long.BYTES;
    return this == VICTIM_ROW ? offset + chance.nextLong(words) * Long.BYTES : offset;
  }

  /** A value that differs from this one within the field's width. */
  long other(long value, Random chance) {
    long other = value;
    while (truncated(other) == truncated(value)) {
      other =
          switch (chance.nextInt(8)) {
            case 0 -> value + 1;
            case 1 -> value - 1;
            case 2 -> -1 - chance.nextInt(4);
            case 3 -> chance.nextInt(4);
            case 4 -> value ^ 1L << chance.nextInt(width * Byte.SIZE);
            case 5 -> chance.nextLong();
            case 6 -> chance.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
            default -> value + chance.nextInt(-1 << 17, 1 << 17);
          };
    }
    return truncated(other);
  }

  /** The value that lies there, sign-extended. */
  private long truncated(long value) {
    int shift = Long.SIZE - width * Byte.SIZE;
    return value << shift >> shift;
  }

  long get(ByteBuffer bytes, int at) {
    return switch (width) {
      case Byte.BYTES -> bytes.get(at);
      case Short.BYTES -> bytes.getShort(at);
      case Integer.BYTES -> bytes.getInt(at);
      default -> bytes.getLong(at);
    };
  }

  void put(ByteBuffer bytes, int at, long value) {
    switch (width) {
      case Byte.BYTES -> bytes.put(at, (byte) value);
      case Short.BYTES -> bytes.putShort(at, (short) value);
      case Integer.BYTES -> bytes.putInt(at, (int) value);
      default -> bytes.putLong(at, value);
    }
  }

  boolean isOneOf(SetupField... fields) {
    return Arrays.asList(fields).contains(this);
  }
}
