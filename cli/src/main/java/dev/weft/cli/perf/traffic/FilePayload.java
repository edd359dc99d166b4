package dev.weft.cli.perf.traffic;

import dev.weft.cli.perf.plan.PayloadFile;
import dev.weft.cli.perf.plan.PerfFailure;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A file's bytes in pieces of one size, the last one shorter; verified by SHA-256. */
public final class FilePayload implements Payload {
  private final MemorySegment file;
  private final long bytes;
  private final int size;
  private final byte[] piece;
  private final MessageDigest arrived = sha256();

  private FilePayload(MemorySegment file, long bytes, int size) {
    this.file = file;
    this.bytes = bytes;
    this.size = size;
    this.piece = new byte[size];
  }

  /**
   * The sender's payload: maps a file.
   *
   * @param size of a message, in bytes; 1 or more
   * @throws PerfFailure if the file cannot be read or is empty
   */
  public static FilePayload of(Path path, int size) {
    MemorySegment file = PayloadFile.map(path);
    return new FilePayload(file, file.byteSize(), size);
  }

  /** The receiver's payload, of a file of known length. */
  public static FilePayload arriving(long bytes, int size) {
    return new FilePayload(null, bytes, size);
  }

  @Override
  public int length(long sequence) {
    return (int) Math.min(size, bytes - sequence * size);
  }

  @Override
  public void prepare(MemorySegment buffer, int slot) {
    // Every message is a different piece of the file.
  }

  @Override
  public void stamp(MemorySegment buffer, long sequence) {
    MemorySegment.copy(file, sequence * size, buffer, 0, length(sequence));
  }

  /** Adds the bytes to the digest; {@link #digest()} verifies all of them. */
  @Override
  public boolean matches(MemorySegment buffer, long length, long sequence) {
    MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, piece, 0, (int) length);
    arrived.update(piece, 0, (int) length);
    return length == length(sequence);
  }

  /** The SHA-256 of the file at the sender, of the received bytes at the receiver. */
  String digest() {
    return hexadecimal(file == null ? arrived : fileDigest());
  }

  private MessageDigest fileDigest() {
    MessageDigest digest = sha256();
    byte[] block = new byte[1 << 16];
    for (long offset = 0; offset < file.byteSize(); offset += block.length) {
      int length = (int) Math.min(block.length, file.byteSize() - offset);
      MemorySegment.copy(file, ValueLayout.JAVA_BYTE, offset, block, 0, length);
      digest.update(block, 0, length);
    }
    return digest;
  }

  private static String hexadecimal(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
