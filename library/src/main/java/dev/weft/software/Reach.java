package dev.weft.software;

import dev.weft.completion.CompletionCounter;
import dev.weft.memory.MemoryTable;
import dev.weft.memory.RegisteredMemory;
import dev.weft.wire.DirectPeer;
import java.lang.foreign.MemorySegment;

/** What a peer in the same memory reaches of an endpoint: announced payloads, registered memory. */
final class Reach implements DirectPeer {
  private final PendingSends pending;
  private final MemoryTable memory;
  private final MachineCounters counters;
  private final Doorbell doorbell;

  Reach(PendingSends pending, MemoryTable memory, MachineCounters counters, Doorbell doorbell) {
    this.pending = pending;
    this.doorbell = doorbell;
    this.memory = memory;
    this.counters = counters;
  }

  @Override
  public boolean beginPull(int handle) {
    return pending.beginPull(handle);
  }

  @Override
  public void pull(int handle, long offset, MemorySegment destination, long at, long length) {
    pending.pull(handle, offset, destination, at, length);
  }

  @Override
  public void endPull(int handle) {
    pending.endPull(handle);
  }

  @Override
  public MemorySegment grant(long key, long address, long length, boolean write) {
    RegisteredMemory region = memory.find(key);
    return region != null && region.grants(address, length, write) ? region.segment() : null;
  }

  @Override
  public boolean beginAccess(long key) {
    RegisteredMemory region = memory.find(key);
    return region != null && region.enter();
  }

  @Override
  public void endAccess(long key) {
    memory.find(key).exit();
  }

  @Override
  public boolean hasKey(long key) {
    return memory.find(key) != null;
  }

  @Override
  public void written(long key, long bytes) {
    RegisteredMemory region = memory.find(key);
    if (region != null) {
      region.written(bytes);
    }
  }

  @Override
  public void touched(boolean written, long bytes) {
    CompletionCounter counter = written ? counters.remoteWrites() : counters.remoteReads();
    if (counter != null) {
      counter.succeeded(bytes);
      doorbell.counted();
    }
  }
}
