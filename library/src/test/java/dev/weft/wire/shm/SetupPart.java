package dev.weft.wire.shm;

import java.nio.ByteOrder;

/**
 * What a hostile peer writes before any frame: handshakes, and the files by which processes
 * connect.
 */
public enum SetupPart {
  LIVENESS_HANDSHAKE(ShmLayout.HANDSHAKE_BYTES, ByteOrder.BIG_ENDIAN),
  WAKE_HANDSHAKE(ShmLayout.HANDSHAKE_BYTES, ByteOrder.BIG_ENDIAN),
  /** The file of the link that the peer opens: its header; the rings follow. */
  LINK((int) ShmLayout.RINGS, ByteOrder.nativeOrder()),
  PORT((int) ShmLayout.PORT_BYTES, ByteOrder.nativeOrder()),
  TABLE((int) ShmLayout.GRANTS_BYTES, ByteOrder.nativeOrder()),
  MEMORY(SetupFiles.MEMORY_BYTES, ByteOrder.nativeOrder()),
  /** The file of the link that the victim opens. */
  VICTIM_LINK((int) ShmLayout.RINGS, ByteOrder.nativeOrder()),
  VICTIM_PORT((int) ShmLayout.PORT_BYTES, ByteOrder.nativeOrder()),
  VICTIM_TABLE((int) ShmLayout.GRANTS_BYTES, ByteOrder.nativeOrder());

  /** Bytes that the peer builds. */
  final int size;

  final ByteOrder order;

  SetupPart(int size, ByteOrder order) {
    this.size = size;
    this.order = order;
  }

  boolean isHandshake() {
    return this == LIVENESS_HANDSHAKE || this == WAKE_HANDSHAKE;
  }

  /** Whether the victim makes it. */
  boolean isOfVictim() {
    return compareTo(VICTIM_LINK) >= 0;
  }
}
