package dev.weft.nic.endpoint;

import dev.weft.wire.Link;
import dev.weft.wire.SharedMemory;
import java.lang.foreign.MemorySegment;

/** Bytes that a peer has requested; a {@link ChunkSender} writes them. */
abstract class OutboundTransfer extends IntrusiveList.Node<OutboundTransfer> {
  /** The link to the peer. */
  Link link;

  /** The peer's number of the transfer. */
  long transfer;

  /** How many bytes were requested, and how many of them are written. */
  long wanted;

  long written;

  /** Starts a new transfer. */
  final void ask(long forTransfer, long bytes) {
    transfer = forTransfer;
    wanted = bytes;
    written = 0;
  }

  /**
   * Copies a part to its frame; 0, or the error number if the memory is not accessible any more.
   */
  abstract int gather(long position, MemorySegment destination, long at, long size);

  /**
   * Finds how many bytes from a position on are contiguous in shared memory.
   *
   * @return 0 if there are none
   */
  long find(long position, SharedMemory shared, SharedMemory.Place place) {
    return 0;
  }

  /** The transfer has ended: all is written, the memory was lost, or the peer left. */
  abstract void ended();
}
