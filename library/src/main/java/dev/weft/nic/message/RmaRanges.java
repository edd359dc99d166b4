package dev.weft.nic.message;

import dev.weft.memory.GrantedMemory;
import dev.weft.wire.PeerRegions;
import java.util.stream.Stream;

/** The ranges of the target's memory that an operation accesses, in order. Reused. */
public final class RmaRanges {
  private final RmaRange[] ranges;
  private int count;
  private long length;

  public RmaRanges(int limit) {
    ranges = Stream.generate(RmaRange::new).limit(limit).toArray(RmaRange[]::new);
  }

  public void clear() {
    count = 0;
    length = 0;
  }

  /** Adds {@code size} bytes from {@code address} on in the region with this key. */
  public void add(long key, long address, long size) {
    ranges[count++].set(key, address, size);
    length += size;
  }

  public int limit() {
    return ranges.length;
  }

  public int count() {
    return count;
  }

  public RmaRange get(int index) {
    return ranges[index];
  }

  /** Bytes in all ranges. */
  public long length() {
    return length;
  }

  /** Finds the regions; 0, or the error number if one does not grant its range. */
  public int find(PeerRegions memory, boolean forWriting) {
    for (int i = 0; i < count; i++) {
      RmaRange range = ranges[i];
      GrantedMemory region = memory.find(range.key());
      range.granted(region);
      if (region == null) {
        return ErrorNumbers.NO_KEY;
      }
      if (!region.grants(range.address(), range.length(), forWriting)) {
        return ErrorNumbers.NO_ACCESS;
      }
    }
    return 0;
  }

  /** Whether the regions of a successful {@link #find} grant this as well. */
  boolean grant(boolean forWriting) {
    boolean granted = true;
    for (int i = 0; i < count; i++) {
      RmaRange range = ranges[i];
      granted &= range.region().grants(range.address(), range.length(), forWriting);
    }
    return granted;
  }

  /** Whether another process may truncate the memory of a range. */
  boolean mayBeCut() {
    boolean may = false;
    for (int i = 0; i < count; i++) {
      GrantedMemory region = ranges[i].region();
      may |= region != null && region.mayBeCut();
    }
    return may;
  }

  /**
   * Reports a write of all ranges to their regions: once to each region, in whatever order the
   * ranges name them.
   */
  public void written() {
    for (int i = 0; i < count; i++) {
      GrantedMemory region = ranges[i].region();
      if (first(region) == i) {
        region.written(total(i));
      }
    }
  }

  private int first(GrantedMemory region) {
    int index = 0;
    while (!ranges[index].region().equals(region)) {
      index++;
    }
    return index;
  }

  /** Bytes of this range and of the later ones in the same region. */
  private long total(int from) {
    GrantedMemory region = ranges[from].region();
    long bytes = ranges[from].length();
    for (int i = from + 1; i < count; i++) {
      bytes += ranges[i].region().equals(region) ? ranges[i].length() : 0;
    }
    return bytes;
  }
}
