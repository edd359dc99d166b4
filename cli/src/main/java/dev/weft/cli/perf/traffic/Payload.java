package dev.weft.cli.perf.traffic;

import java.lang.foreign.MemorySegment;

/** The bytes of numbered messages: written by the sender, checked by the receiver. */
public interface Payload {

  /** How many bytes the message has. */
  int length(long sequence);

  /**
   * Writes the bytes that all messages in this send buffer share.
   *
   * @param slot index of the sender's buffer; message n is sent from slot n modulo their number
   */
  void prepare(MemorySegment buffer, int slot);

  /** Writes the bytes of the message with this number into a prepared buffer. */
  void stamp(MemorySegment buffer, long sequence);

  /** Compares every received byte with what {@link #stamp} wrote for this number. */
  boolean matches(MemorySegment buffer, long length, long sequence);
}
