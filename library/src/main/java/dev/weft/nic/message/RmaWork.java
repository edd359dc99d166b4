package dev.weft.nic.message;

import dev.weft.memory.GrantedMemory;
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

  private final GrantedMemory[] regions;
  private final long[] keys;
  private final long[] addresses;
  private final long[] lengths;
  private int count;
  private long remoteLength;

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
    regions = new GrantedMemory[bufferLimit];
    keys = new long[bufferLimit];
    addresses = new long[bufferLimit];
    lengths = new long[bufferLimit];
  }

  /** Removes the peer's ranges. */
  public final void clearRemote() {
    count = 0;
    remoteLength = 0;
  }

  /** Adds {@code length} bytes from {@code address} on in the region with this key. */
  public final void addRemote(long key, long address, long length) {
    keys[count] = key;
    addresses[count] = address;
    lengths[count] = length;
    count++;
    remoteLength += length;
  }

  /** Bytes in all of the peer's ranges. */
  public final long remoteLength() {
    return remoteLength;
  }

  /** Whether elements are changed, or read, by an atomic operation. */
  boolean isAtomic() {
    return false;
  }

  /** Finds the peer's regions; 0, or the error number if one does not grant its range. */
  public final int find(PeerRegions memory, boolean forWriting) {
    if (PeerRights.refuses(link.refusals(), isAtomic(), forWriting)) {
      return ErrorNumbers.NO_ACCESS;
    }
    for (int i = 0; i < count; i++) {
      GrantedMemory region = memory.find(keys[i]);
      regions[i] = region;
      if (region == null) {
        return ErrorNumbers.NO_KEY;
      }
      if (!region.grants(addresses[i], lengths[i], forWriting)) {
        return ErrorNumbers.NO_ACCESS;
      }
    }
    return 0;
  }

  /**
   * Called after a direct access: forces a pending fault of a file that was truncated to be thrown
   * here.
   */
  public void settle() {
    link.in().checkFault();
    buffers.settle();
    for (int i = 0; i < count; i++) {
      if (regions[i] != null && regions[i].segment().isMapped()) {
        DeferredMmapFault.checkFault();
      }
    }
  }

  /**
   * Called when all is done: counts the access at the peer, and a change at its regions.
   *
   * @param changed whether the operation may change memory, which a fetching one does too
   */
  public final void touched(PeerRegions memory, boolean changed) {
    memory.touched(write, remoteLength);
    if (changed) {
      GrantedMemory.written(regions, lengths, count);
    }
  }

  /** The region found by {@link #find}. */
  public final GrantedMemory region(int range) {
    return regions[range];
  }

  public final int count() {
    return count;
  }

  public final long key(int range) {
    return keys[range];
  }

  public final long address(int range) {
    return addresses[range];
  }

  /** Where a range begins in the region found by {@link #find}. */
  public final long offset(int range) {
    return addresses[range] - regions[range].base();
  }

  public final long length(int range) {
    return lengths[range];
  }
}
