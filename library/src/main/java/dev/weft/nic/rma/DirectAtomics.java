package dev.weft.nic.rma;

import dev.weft.atomic.AtomicRun;
import dev.weft.atomic.AtomicUnit;
import dev.weft.memory.GrantedMemory;
import dev.weft.nic.message.AtomicWork;
import dev.weft.nic.message.BufferList;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.Message;
import dev.weft.nic.message.RmaRange;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.wire.PeerRegions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;

/**
 * Atomic operations on a peer's registered memory by direct access, on the initiator's thread. All
 * ranges are checked, then changed element by element; then the previous values are stored and the
 * initiator's completion is written. Without direct access {@link RmaRequester} sends the
 * operation.
 *
 * <p>Used by one thread at a time.
 */
public final class DirectAtomics {
  /** No error number: there is no direct access, and the peer must execute the operation. */
  private static final int OUT_OF_REACH = -1;

  private static final long OPERANDS = 0;
  private static final long COMPARES = AtomicWork.MAX_BYTES;
  private static final long RESULTS = 2 * COMPARES;
  private static final long SCRATCH_BYTES = 3 * COMPARES;

  private final CompletionReporter reads;
  private final CompletionReporter writes;
  private final AtomicUnit unit = new AtomicUnit();
  private final AtomicRun run = new AtomicRun();
  private final Message result = new Message();
  private final RmaRequester outOfReach;

  private final IntSupplier unreachable;

  /** Memory for values that the caller has in several buffers. */
  private MemorySegment scratch;

  /**
   * Accesses nothing yet.
   *
   * @param unreachable why there is no link, as {@link Failures#of} knows it
   */
  public DirectAtomics(
      CompletionReporter reads,
      CompletionReporter writes,
      RmaRequester outOfReach,
      IntSupplier unreachable) {
    this.outOfReach = outOfReach;
    this.unreachable = unreachable;
    this.reads = reads;
    this.writes = writes;
  }

  /** Returns 0 if the work is accepted, else a negative error number; then nothing was done. */
  public int access(AtomicWork work) {
    CompletionReporter completions = (work.write ? writes : reads).through(work.report, work.link);
    if (!completions.reserve()) {
      return -ErrorNumbers.AGAIN;
    }
    if (work.link == null) {
      return DirectRma.fail(work, completions, unreachable.getAsInt());
    }
    PeerRegions memory = work.link.memory();
    if (memory == null) {
      return outOfReach.change(work, completions);
    }
    int error = change(work, memory);
    if (error == OUT_OF_REACH) {
      return outOfReach.change(work, completions);
    }
    if (error != 0) {
      return DirectRma.fail(work, completions, error);
    }
    DirectRma.succeed(work, completions);
    return ErrorNumbers.ACCEPTED;
  }

  private int change(AtomicWork work, PeerRegions memory) {
    int error;
    try {
      error = check(work, memory);
      if (error == 0) {
        error = changeAll(work);
      }
      work.settle();
    } catch (IllegalStateException closedByItsOwner) {
      error = ErrorNumbers.BAD_ADDRESS;
    } catch (InternalError noSuchPage) {
      boolean own =
          work.buffers.isAccessible()
              && work.compares.isAccessible()
              && work.results.isAccessible();
      error = DirectRma.lost(work, own);
    }
    if (error == 0) {
      work.touched(memory, !AtomicUnit.onlyReads(work.operation));
    }
    return error;
  }

  private static int check(AtomicWork work, PeerRegions memory) {
    boolean changes = !AtomicUnit.onlyReads(work.operation);
    int refused = work.find(memory, changes);
    if (refused == 0 && changes && !work.write && !work.mayRead()) {
      refused = ErrorNumbers.NO_ACCESS;
    }
    boolean all = work.link.direct() != null;
    for (int i = 0; i < work.remote.count() && refused == 0; i++) {
      RmaRange range = work.remote.get(i);
      long address = range.region().segment().address() + range.offset();
      if (address % AtomicUnit.alignment(work.datatype) != 0) {
        refused = ErrorNumbers.MISALIGNED;
      } else if (!all && AtomicUnit.needsLock(work.datatype, address)) {
        refused = OUT_OF_REACH; // the peer's locks are out of reach
      }
    }
    return orAsk(work, refused);
  }

  /** The error, or OUT_OF_REACH if the peer may have the region. */
  private static int orAsk(AtomicWork work, int error) {
    boolean ask = error == ErrorNumbers.NO_KEY && work.link.direct() == null;
    return ask ? OUT_OF_REACH : error;
  }

  private int changeAll(AtomicWork work) {
    run.datatype = work.datatype;
    run.operation = work.operation;
    run.operands(from(work.buffers, OPERANDS));
    run.compares(from(work.compares, COMPARES));
    run.results(work.results.isOne() ? work.results.segment() : scratchFor(work.results));
    long operandsAt = at(work.buffers, OPERANDS);
    long comparesAt = at(work.compares, COMPARES);
    long resultsAt = at(work.results, RESULTS);
    long position = 0;
    int error = 0;
    for (int i = 0; i < work.remote.count() && error == 0; i++) {
      RmaRange range = work.remote.get(i);
      run.targetAt = range.offset();
      run.count = range.length() / AtomicUnit.size(work.datatype);
      run.operandsAt = operandsAt + position;
      run.comparesAt = comparesAt + position;
      run.resultsAt = resultsAt + position;
      error = execute(range.region());
      error = i == 0 ? orAsk(work, error) : error;
      position += range.length();
    }
    if (error == 0 && !work.results.isOne()) {
      result.memory = run.results();
      result.at = RESULTS;
      work.results.scatter(0, result, work.results.length());
    }
    return error;
  }

  private int execute(GrantedMemory region) {
    if (!region.enter()) {
      return ErrorNumbers.NO_KEY;
    }
    boolean whole = false;
    try {
      run.target(region.segment());
      unit.execute(run);
    } finally {
      whole = region.exit();
    }
    return whole ? 0 : ErrorNumbers.PEER_LEFT;
  }

  /** The buffer that holds all values, or a copy of them; null if there are none. */
  private MemorySegment from(BufferList values, long offset) {
    if (values.isOne()) {
      return values.segment();
    }
    MemorySegment copy = scratchFor(values);
    if (copy != null) {
      values.gather(0, copy, offset, values.length());
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

  private static long at(BufferList values, long offset) {
    return values.isOne() ? values.offset() : offset;
  }
}
