package dev.weft.nic.transfer;

import dev.weft.nic.message.IntrusiveList;
import dev.weft.wire.Link;
import dev.weft.wire.SharedMemory;
import java.lang.foreign.MemorySegment;

/** Bytes that a peer has requested; a {@link ChunkSender} writes them. */
public abstract class OutboundTransfer extends IntrusiveList.Node<OutboundTransfer> {
  /** The link to the peer. */
  public Link link;

  /** The peer's number of the transfer. */
  public long transfer;

  /** How many bytes were requested, and how many of them are written. */
  public long wanted;

  public long written;

  /** Starts a new transfer. */
  public final void ask(long forTransfer, long bytes) {
    transfer = forTransfer;
    wanted = bytes;
    written = 0;
  }

  /**
   * Copies a part to its frame; 0, or the error number if the memory is not accessible any more.
   */
  public abstract int gather(long position, MemorySegment destination, long at, long size);

  /**
   * Finds how many bytes from a position on are contiguous where the peer can copy them.
   *
   * @param shared memory that the peer can map; or null
   * @return 0 if there are none
   */
  long find(long position, SharedMemory shared, SharedMemory.Location location) {
    return 0;
  }

  /** The transfer has ended: all is written, the memory was lost, or the peer left. */
  public abstract void ended();
}
