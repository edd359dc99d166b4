package dev.weft.nic.message;

import dev.weft.nic.report.DeferredReport;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.Link;
import dev.weft.wire.PeerRegions;

/**
 * A read or write of a peer's memory, filled in by the caller that posts it. An endpoint has one
 * and reuses it as soon as {@code Initiator.access} has returned.
 */
public class RmaWork {

  /** This side's memory. */
  public final BufferList buffers;

  /** The peer's memory. */
  public final RmaRanges remote;

  /** The link to the peer; null if no endpoint has the address. */
  public Link link;

  /** Whether the peer's memory is written, else read. */
  public boolean write;

  /** Whether {@link #data} is reported to the peer. */
  public boolean hasData;

  /** Remote completion data. */
  public long data;

  /** Returned in the completion. */
  public long context;

  /** The flags of the completion. */
  public long completionFlags;

  /** Whether a success writes a completion. */
  public boolean signaled;

  /** Whether the post may return a failure instead of completing with it. */
  public boolean failAtOnce;

  /** Where a deferred operation reports; null for all others. */
  public DeferredReport report;

  public RmaWork(int bufferLimit) {
    buffers = new BufferList(bufferLimit);
    remote = new RmaRanges(bufferLimit);
  }

  /** Whether elements are changed, or read, by an atomic operation. */
  boolean isAtomic() {
    return false;
  }

  /** Finds the peer's regions; 0, or the error number if one does not grant its range. */
  public final int find(PeerRegions memory, boolean forWriting) {
    return PeerRights.refuses(link.refusals(), isAtomic(), forWriting)
        ? ErrorNumbers.NO_ACCESS
        : remote.find(memory, forWriting);
  }

  /**
   * After a successful {@link #find} for writing: whether the peer's ranges may be read as well.
   */
  public final boolean mayRead() {
    return !PeerRights.refuses(link.refusals(), isAtomic(), false) && remote.grant(false);
  }

  /**
   * Called after a direct access: forces a pending fault of a file that was truncated to be thrown
   * here.
   */
  public void settle() {
    link.in().checkFault();
    buffers.settle();
    if (remote.mayBeCut()) {
      DeferredMmapFault.checkFault();
    }
  }

  /**
   * Called when all is done: counts the access at the peer, and a change at its regions.
   *
   * @param changed whether the operation may change memory, which a fetching one does too
   */
  public final void touched(PeerRegions memory, boolean changed) {
    memory.touched(write, remote.length());
    if (changed) {
      remote.written();
    }
  }
}
