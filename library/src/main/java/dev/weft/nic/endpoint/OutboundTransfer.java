package dev.weft.nic.endpoint;

import dev.weft.wire.Link;
import dev.weft.wire.SharedMemory;
import java.lang.foreign.MemorySegment;

/** Bytes that a peer has asked for; a {@link ChunkSender} writes them. */
abstract class OutboundTransfer extends IntrusiveList.Node<OutboundTransfer> {
  /** Who asked. */
  Link link;

  /** What the peer calls the transfer. */
  long transfer;

  /** How many bytes it asked for, and how many of them are written. */
  long wanted;

  long written;

  /** Begins anew. */
  final void ask(long forTransfer, long bytes) {
    transfer = forTransfer;
    wanted = bytes;
    written = 0;
  }

  /** Copies a part to its frame; 0, or the error number where it is not there any more. */
  abstract int gather(long position, MemorySegment destination, long at, long size);

  /**
   * Finds out how many bytes from a position on lie at one place in shared memory.
   *
   * @return 0 where there are none
   */
  long find(long position, SharedMemory shared, SharedMemory.Place place) {
    return 0;
  }

  /** No more of it will be written: all is, or it was lost, or the peer left. */
  abstract void ended();
}
