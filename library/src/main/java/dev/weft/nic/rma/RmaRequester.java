package dev.weft.nic.rma;

import dev.weft.nic.message.AtomicWork;
import dev.weft.nic.message.BufferList;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.Failures;
import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.MachineLimits;
import dev.weft.nic.message.RmaWork;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.nic.transfer.ChunkReceiver;
import dev.weft.nic.transfer.InboundTransfer;
import dev.weft.nic.transfer.PendingSend;
import dev.weft.nic.transfer.PendingSends;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * RMA and atomic operations without direct access to the peer's memory. This side sends a request
 * frame, a {@link RmaResponder} or {@link AtomicResponder} of the peer executes it, and the answer
 * completes the operation.
 *
 * <pre>
 *   initiator                                      target
 *     |--- WRITE ranges, bytes ---------------------->|   a short write
 *     |<-- ACKNOWLEDGEMENT error ---------------------|
 *
 *     |--- WRITE_RTS ranges ------------------------->|   a long one
 *     |<-- CTS, or ACKNOWLEDGEMENT error -------------|
 *     |--- CHUNK ... -------------------------------->|
 *     |<-- ACKNOWLEDGEMENT error ---------------------|
 *
 *     |--- READ transfer, ranges -------------------->|
 *     |<-- CHUNK ..., or END error -------------------|
 *
 *     |--- ATOMIC ranges, values -------------------->|
 *     |<-- ACKNOWLEDGEMENT error ---------------------|
 *
 *     |--- ATOMIC_FETCH transfer, ranges, values ---->|
 *     |<-- CHUNK, or END error -----------------------|
 * </pre>
 *
 * <p>Used by one thread at a time.
 */
public final class RmaRequester {
  private final long eagerLimit;
  private final PendingSends pending;
  private final ChunkReceiver chunks;
  private final int readLimit;
  private final Deque<PendingRead> unusedReads = new ArrayDeque<>();

  public RmaRequester(MachineLimits limits, PendingSends pending, ChunkReceiver chunks) {
    this.eagerLimit = limits.eagerLimit();
    this.pending = pending;
    this.chunks = chunks;
    this.readLimit = limits.sends();
    for (int i = 0; i < readLimit; i++) {
      unusedReads.push(new PendingRead(unusedReads, limits.buffers()));
    }
  }

  /** Sends a read or write. Room for the completion is reserved, and released if this fails. */
  int access(RmaWork work, CompletionReporter completions) {
    int kind = work.remote.length() > eagerLimit ? FrameKinds.WRITE_RTS : FrameKinds.WRITE;
    int error =
        work.write
            ? change(work, completions, kind, work.data)
            : fetch(work, completions, FrameKinds.READ, work.buffers);
    return answer(work, completions, error);
  }

  /** Sends an atomic operation, as {@link #access}. */
  int change(AtomicWork work, CompletionReporter completions) {
    int error =
        work.write
            ? change(work, completions, FrameKinds.ATOMIC, 0)
            : fetch(work, completions, FrameKinds.ATOMIC_FETCH, work.results);
    return answer(work, completions, error);
  }

  private static int answer(RmaWork work, CompletionReporter completions, int error) {
    if (error == ErrorNumbers.BAD_ADDRESS) {
      return DirectRma.fail(work, completions, error);
    }
    if (error != 0) {
      completions.release();
    }
    return -error;
  }

  /** Sends what changes the peer's memory and returns nothing. */
  private int change(RmaWork work, CompletionReporter completions, int kind, long data) {
    PendingSend change = pending.next();
    if (change == null) {
      return ErrorNumbers.AGAIN;
    }
    change.describeAs(work, completions, kind == FrameKinds.WRITE_RTS);
    int error = publish(work, kind, change.handle, data);
    if (error != 0) {
      change.inUse = false;
      return error;
    }
    pending.take();
    return ErrorNumbers.ACCEPTED;
  }

  /** Sends what returns the contents of the peer's memory. */
  private int fetch(
      RmaWork work, CompletionReporter completions, int kind, BufferList destination) {
    PendingRead read = unusedReads.poll();
    if (read == null) {
      return ErrorNumbers.AGAIN;
    }
    read.describeAs(work, destination, completions);
    chunks.add(read, work.link, work.remote.length());
    int error = publish(work, kind, 0, read.number);
    if (error != 0) {
      chunks.remove(read);
      unusedReads.push(read);
      return error;
    }
    return ErrorNumbers.ACCEPTED;
  }

  private static int publish(RmaWork work, int kind, int handle, long data) {
    AtomicWork atomic = work instanceof AtomicWork changing ? changing : null;
    try {
      boolean written =
          atomic == null
              ? write(work, kind, handle, data)
              : writeAtomic(atomic, kind, handle, data);
      DeferredMmapFault.checkFault();
      return written ? ErrorNumbers.ACCEPTED : ErrorNumbers.AGAIN;
    } catch (InternalError fault) {
      boolean isOwnThere =
          work.buffers.isAccessible() && (atomic == null || atomic.compares.isAccessible());
      return Failures.lost(isOwnThere, work.link, fault);
    }
  }

  private static boolean writeAtomic(AtomicWork work, int kind, int handle, long data) {
    FrameWriter out = work.link.out();
    long entries = work.remote.count() * RmaTargets.ENTRY;
    long values = entries + AtomicResponder.HEAD;
    long payload = values + work.buffers.length() + work.compares.length();
    long frame = out.claim(payload);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    RmaTargets.write(work.remote, out, frame);
    out.setWord(frame, entries, AtomicResponder.head(work));
    if (!gather(work, out.memory(), FrameWriter.payload(frame) + values)) {
      return false;
    }
    out.publish(frame, payload, kind, 0, handle, work.remote.count(), data);
    work.link.ring();
    return true;
  }

  private static boolean gather(AtomicWork work, MemorySegment memory, long at) {
    try {
      long operands = work.buffers.length();
      work.buffers.gather(0, memory, at, operands);
      work.compares.gather(0, memory, at + operands, work.compares.length());
      work.buffers.settle();
      work.compares.settle();
      return true;
    } catch (IllegalStateException closedMeanwhile) {
      return false;
    }
  }

  private static boolean write(RmaWork work, int kind, int handle, long data) {
    FrameWriter out = work.link.out();
    long entries = work.remote.count() * RmaTargets.ENTRY;
    long payload = entries + (kind == FrameKinds.WRITE ? work.remote.length() : 0);
    long frame = out.claim(payload);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    RmaTargets.write(work.remote, out, frame);
    long at = FrameWriter.payload(frame) + entries;
    if (kind == FrameKinds.WRITE && !gather(work, out.memory(), at)) {
      return false;
    }
    int flags = work.hasData ? FrameKinds.HAS_DATA : 0;
    out.publish(frame, payload, kind, flags, handle, work.remote.count(), data);
    work.link.ring();
    return true;
  }

  /** False if a buffer was closed since it was checked; the next attempt reports that. */
  private static boolean gather(RmaWork work, MemorySegment memory, long at) {
    try {
      work.buffers.gather(0, memory, at, work.remote.length());
      work.buffers.settle();
      return true;
    } catch (IllegalStateException closedMeanwhile) {
      return false;
    }
  }

  /** Whether every read of a peer's memory is complete. */
  public boolean isIdle(Link link) {
    return unusedReads.size() == readLimit
        || chunks.find(read -> read instanceof PendingRead && read.link.equals(link)) == null;
  }

  /** Releases the reservations of pending reads. */
  public void close() {
    InboundTransfer read = chunks.find(PendingRead.class::isInstance);
    while (read != null) {
      chunks.remove(read);
      ((PendingRead) read).release();
      read = chunks.find(PendingRead.class::isInstance);
    }
  }
}
