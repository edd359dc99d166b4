package dev.weft.wire.shm;

import java.nio.ByteOrder;

/**
 * What a hostile peer writes before any frame: greetings, and the files by which processes meet.
 */
public enum SetupPart {
  LIFE_GREETING(ShmLayout.GREETING_BYTES, ByteOrder.BIG_ENDIAN),
  BELL_GREETING(ShmLayout.GREETING_BYTES, ByteOrder.BIG_ENDIAN),
  /** The file of the link that the peer opens: its header; the rings follow. */
  LINK((int) ShmLayout.RINGS, ByteOrder.nativeOrder()),
  NEWS((int) ShmLayout.NEWS_BYTES, ByteOrder.nativeOrder()),
  TABLE((int) ShmLayout.GRANTS_BYTES, ByteOrder.nativeOrder()),
  MEMORY(SetupFiles.MEMORY_BYTES, ByteOrder.nativeOrder()),
  /** The file of the link that the victim opens. */
  VICTIM_LINK((int) ShmLayout.RINGS, ByteOrder.nativeOrder()),
  VICTIM_NEWS((int) ShmLayout.NEWS_BYTES, ByteOrder.nativeOrder()),
  VICTIM_TABLE((int) ShmLayout.GRANTS_BYTES, ByteOrder.nativeOrder());

  /** Bytes that the peer builds. */
  final int size;

  final ByteOrder order;

  SetupPart(int size, ByteOrder order) {
    this.size = size;
    this.order = order;
  }

  boolean isGreeting() {
    return this == LIFE_GREETING || this == BELL_GREETING;
  }

  /** Whether the victim makes it. */
  boolean isOfVictim() {
    return compareTo(VICTIM_LINK) >= 0;
  }
}
