package dev.weft.software;

import dev.weft.atomic.AtomicRun;
import dev.weft.atomic.AtomicUnit;
import dev.weft.wire.DirectPeer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Atomic operations on a peer's registered memory, done by the initiator's thread as {@link
 * OneSided} reads and writes: all ranges are checked, then changed element by element, then the
 * values from before are in the result buffers, then the initiator's completion is written. Memory
 * that is out of reach is left to {@link RemoteAccess}.
 *
 * <p>Used by one thread at a time.
 */
final class AtomicAccess {
  private static final long OPERANDS = 0;
  private static final long COMPARES = AtomicWork.MOST_BYTES;
  private static final long RESULTS = 2 * COMPARES;
  private static final long SCRATCH_BYTES = 3 * COMPARES;

  private final CompletionTarget reads;
  private final CompletionTarget writes;
  private final AtomicUnit unit = new AtomicUnit();
  private final AtomicRun run = new AtomicRun();
  private final Message result = new Message();
  private final RemoteAccess outOfReach;
  private final MemorySegment[] granted;

  /** Where values lie that the caller has in several buffers. */
  private MemorySegment scratch;

  AtomicAccess(
      int rangeLimit, CompletionTarget reads, CompletionTarget writes, RemoteAccess outOfReach) {
    this.outOfReach = outOfReach;
    this.granted = new MemorySegment[rangeLimit];
    this.reads = reads;
    this.writes = writes;
  }

  /** Accepts the work (0), or does not and leaves no trace of it (a negative error number). */
  int access(AtomicWork work) {
    CompletionTarget completions = (work.write ? writes : reads).through(work.report, work.link);
    if (!completions.reserve()) {
      return -ErrorNumbers.AGAIN;
    }
    if (work.link != null && work.link.direct() == null) {
      return outOfReach.change(work, completions);
    }
    int error = change(work);
    if (error != 0) {
      return OneSided.fail(work, completions, error);
    }
    OneSided.succeed(work, completions);
    return ErrorNumbers.ACCEPTED;
  }

  private int change(AtomicWork work) {
    if (work.link == null) {
      return ErrorNumbers.UNREACHABLE;
    }
    DirectPeer peer = work.link.direct();
    int refused = grantAll(work, peer);
    if (refused != 0) {
      return refused;
    }
    try {
      changeAll(work, peer);
    } catch (IllegalStateException closedMeanwhile) {
      return ErrorNumbers.BAD_ADDRESS;
    }
    peer.touched(work.write, work.remoteLength());
    if (work.write) {
      work.countWith(peer);
    }
    return 0;
  }

  private int grantAll(AtomicWork work, DirectPeer peer) {
    boolean reads = !work.write;
    boolean writes = !AtomicUnit.onlyReads(work.operation);
    for (int i = 0; i < work.count(); i++) {
      boolean readable = !reads || grant(work, peer, i, false) != null;
      MemorySegment memory = readable ? grant(work, peer, i, writes) : null;
      if (memory == null) {
        return peer.hasKey(work.key(i)) ? ErrorNumbers.NO_ACCESS : ErrorNumbers.NO_KEY;
      }
      if ((memory.address() + work.address(i)) % AtomicUnit.alignment(work.datatype) != 0) {
        return ErrorNumbers.MISALIGNED;
      }
      granted[i] = memory;
    }
    return 0;
  }

  private static MemorySegment grant(AtomicWork work, DirectPeer peer, int range, boolean write) {
    return peer.grant(work.key(range), work.address(range), work.length(range), write);
  }

  private void changeAll(AtomicWork work, DirectPeer peer) {
    run.datatype = work.datatype;
    run.operation = work.operation;
    run.operands = from(work.buffers, OPERANDS);
    run.compares = from(work.compares, COMPARES);
    run.results = work.results.isOne() ? work.results.segment() : scratchFor(work.results);
    long operandsAt = at(work.buffers, OPERANDS);
    long comparesAt = at(work.compares, COMPARES);
    long resultsAt = at(work.results, RESULTS);
    long position = 0;
    for (int i = 0; i < work.count(); i++) {
      run.target = granted[i];
      run.targetAt = work.address(i);
      run.count = work.length(i) / AtomicUnit.size(work.datatype);
      run.operandsAt = operandsAt + position;
      run.comparesAt = comparesAt + position;
      run.resultsAt = resultsAt + position;
      execute(work.key(i), peer);
      position += work.length(i);
    }
    if (!work.results.isOne()) {
      result.memory = run.results;
      result.at = RESULTS;
      work.results.scatter(0, result, work.results.length());
    }
  }

  private void execute(long key, DirectPeer peer) {
    if (!peer.beginAccess(key)) {
      throw new IllegalStateException("the region was closed meanwhile");
    }
    try {
      unit.execute(run);
    } finally {
      peer.endAccess(key);
    }
  }

  /** The one buffer that holds all values, or a copy of them, or null where there are none. */
  private MemorySegment from(BufferList values, long place) {
    if (values.isOne()) {
      return values.segment();
    }
    MemorySegment copy = scratchFor(values);
    if (copy != null) {
      values.gather(0, copy, place, values.length());
    }
    return copy;
  }

  private MemorySegment scratchFor(BufferList values) {
    if (values.length() == 0) {
      return null;
    }
    if (scratch == null) {
      scratch = Arena.ofAuto().allocate(SCRATCH_BYTES, Long.BYTES);
    }
    return scratch;
  }

  private static long at(BufferList values, long place) {
    return values.isOne() ? values.offset() : place;
  }
}
