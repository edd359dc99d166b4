package dev.weft.cli.perf;

import java.lang.foreign.MemorySegment;

/** The bytes of numbered messages: written by the sender, checked by the receiver. */
interface Payload {

  /** How many bytes the message has. */
  int length(long sequence);

  /**
   * Writes what every message in this send buffer has in common.
   *
   * @param slot which of the sender's buffers it is; message n is sent from slot n modulo their
   *     number
   */
  void prepare(MemorySegment buffer, int slot);

  /** Completes a prepared buffer to the message with this number. */
  void stamp(MemorySegment buffer, long sequence);

  /** Compares every received byte with what {@link #stamp} wrote for this number. */
  boolean matches(MemorySegment buffer, long length, long sequence);
}
