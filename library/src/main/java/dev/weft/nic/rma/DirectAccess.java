package dev.weft.nic.rma;

import dev.weft.completion.CompletionCounter;
import dev.weft.memory.MemoryTable;
import dev.weft.memory.RegisteredMemory;
import dev.weft.nic.message.Doorbell;
import dev.weft.nic.message.MachineConfig;
import dev.weft.nic.message.MachineCounters;
import dev.weft.nic.message.PeerRights;
import dev.weft.nic.transfer.PendingSends;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.SharedMemory;
import java.lang.foreign.MemorySegment;

/** What peers with direct access reach of an endpoint: announced payloads and registered memory. */
public final class DirectAccess implements DirectPeer {
  private final PendingSends pending;
  private final MemoryTable memory;
  private final SharedMemory shared;
  private final MachineCounters counters;
  private final Doorbell doorbell;
  private final PeerRights rights;

  public DirectAccess(PendingSends pending, MachineConfig config) {
    this.pending = pending;
    this.rights = config.peers();
    this.shared = config.shared();
    this.doorbell = config.doorbell();
    this.memory = config.memory();
    this.counters = config.counters();
  }

  /**
   * Memory that peers in other processes may access directly; null if accesses are counted or one
   * direction is refused. Peers know whether all RMA or atomic operations are refused.
   */
  public SharedMemory shared() {
    boolean counts = counters.remoteReads() != null || counters.remoteWrites() != null;
    return counts || !rights.reads() || !rights.writes() ? null : shared;
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
  public void cancelPull(int handle) {
    pending.cancelPull(handle);
  }

  /** The kinds of messages and accesses that this endpoint refuses. */
  public int refusals() {
    return rights.refusals();
  }

  @Override
  public RegisteredMemory find(long key) {
    return memory.find(key);
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
