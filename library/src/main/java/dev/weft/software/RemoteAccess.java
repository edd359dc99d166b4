package dev.weft.software;

import dev.weft.wire.FrameWriter;
import dev.weft.wire.LateFault;
import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Reads and writes of a peer's memory that is out of reach, and atomic changes: this side asks by
 * frames, a {@link RemoteService} or {@link AtomicService} over there does it, and its answer
 * completes the operation here.
 *
 * <pre>
 *   initiator                                      target
 *     |--- WRITE ranges, bytes ---------------------->|   a short write
 *     |<-- ACKNOWLEDGEMENT error ---------------------|
 *
 *     |--- WRITE_ANNOUNCEMENT ranges ---------------->|   a long one
 *     |<-- PULL, or ACKNOWLEDGEMENT error ------------|
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
final class RemoteAccess {
  private final long eagerLimit;
  private final PendingSends pending;
  private final ChunkReceiver chunks;
  private final Deque<PendingRead> unusedReads = new ArrayDeque<>();

  RemoteAccess(MachineLimits limits, PendingSends pending, ChunkReceiver chunks) {
    this.eagerLimit = limits.eagerLimit();
    this.pending = pending;
    this.chunks = chunks;
    for (int i = 0; i < limits.sends(); i++) {
      unusedReads.push(new PendingRead(unusedReads, limits.buffers()));
    }
  }

  /** Asks the peer; room for the completion is reserved, and given back where this is refused. */
  int access(RemoteWork work, CompletionTarget completions) {
    int error = work.write ? write(work, completions) : read(work, completions);
    return answer(work, completions, error);
  }

  private static int answer(RemoteWork work, CompletionTarget completions, int error) {
    if (error == ErrorNumbers.BAD_ADDRESS) {
      return OneSided.fail(work, completions, error);
    }
    if (error != 0) {
      completions.release();
    }
    return -error;
  }

  private int write(RemoteWork work, CompletionTarget completions) {
    PendingSend write = pending.next();
    if (write == null) {
      return ErrorNumbers.AGAIN;
    }
    boolean announce = work.remoteLength() > eagerLimit;
    write.describeAs(work, completions, announce);
    int kind = announce ? Frames.WRITE_ANNOUNCEMENT : Frames.WRITE;
    int error = publish(work, kind, write.handle, work.data);
    if (error != 0) {
      write.inUse = false;
      return error;
    }
    pending.take();
    return ErrorNumbers.ACCEPTED;
  }

  private int read(RemoteWork work, CompletionTarget completions) {
    PendingRead read = unusedReads.poll();
    if (read == null) {
      return ErrorNumbers.AGAIN;
    }
    read.describeAs(work, work.buffers, completions);
    chunks.add(read, work.link, work.remoteLength());
    int error = publish(work, Frames.READ, 0, read.number);
    if (error != 0) {
      chunks.remove(read);
      unusedReads.push(read);
      return error;
    }
    return ErrorNumbers.ACCEPTED;
  }

  /** Asks the peer to change its memory, as {@link #access} does. */
  int change(AtomicWork work, CompletionTarget completions) {
    int error = work.write ? changeOnly(work, completions) : fetch(work, completions);
    return answer(work, completions, error);
  }

  private int changeOnly(AtomicWork work, CompletionTarget completions) {
    PendingSend change = pending.next();
    if (change == null) {
      return ErrorNumbers.AGAIN;
    }
    change.describeAs(work, completions, false);
    int error = publish(work, Frames.ATOMIC, change.handle, 0);
    if (error != 0) {
      change.inUse = false;
      return error;
    }
    pending.take();
    return ErrorNumbers.ACCEPTED;
  }

  private int fetch(AtomicWork work, CompletionTarget completions) {
    PendingRead read = unusedReads.poll();
    if (read == null) {
      return ErrorNumbers.AGAIN;
    }
    read.describeAs(work, work.results, completions);
    chunks.add(read, work.link, work.remoteLength());
    int error = publish(work, Frames.ATOMIC_FETCH, 0, read.number);
    if (error != 0) {
      chunks.remove(read);
      unusedReads.push(read);
      return error;
    }
    return ErrorNumbers.ACCEPTED;
  }

  private static int publish(AtomicWork work, int kind, int handle, long data) {
    try {
      boolean written = write(work, kind, handle, data);
      LateFault.surface();
      return written ? ErrorNumbers.ACCEPTED : ErrorNumbers.AGAIN;
    } catch (InternalError fault) {
      boolean isOwnThere = work.buffers.isThere() && work.compares.isThere();
      return Failures.lost(isOwnThere, work.link, fault);
    }
  }

  private static boolean write(AtomicWork work, int kind, int handle, long data) {
    FrameWriter out = work.link.out();
    long entries = work.count() * GrantedRanges.ENTRY;
    long values = entries + AtomicService.HEAD;
    long payload = values + work.buffers.length() + work.compares.length();
    long frame = out.claim(payload);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    GrantedRanges.write(work, out, frame);
    out.setWord(frame, entries, AtomicService.head(work));
    if (!gather(work, out.memory(), FrameWriter.payload(frame) + values)) {
      return false;
    }
    out.publish(frame, payload, kind, 0, handle, work.count(), data);
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

  private static int publish(RemoteWork work, int kind, int handle, long data) {
    try {
      boolean written = write(work, kind, handle, data);
      LateFault.surface();
      return written ? ErrorNumbers.ACCEPTED : ErrorNumbers.AGAIN;
    } catch (InternalError fault) {
      return Failures.lost(work.buffers.isThere(), work.link, fault);
    }
  }

  private static boolean write(RemoteWork work, int kind, int handle, long data) {
    FrameWriter out = work.link.out();
    long entries = work.count() * GrantedRanges.ENTRY;
    long payload = entries + (kind == Frames.WRITE ? work.remoteLength() : 0);
    long frame = out.claim(payload);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    GrantedRanges.write(work, out, frame);
    long at = FrameWriter.payload(frame) + entries;
    if (kind == Frames.WRITE && !gather(work, out.memory(), at)) {
      return false;
    }
    int flags = work.hasData ? Frames.HAS_DATA : 0;
    out.publish(frame, payload, kind, flags, handle, work.count(), data);
    work.link.ring();
    return true;
  }

  /** False where a buffer was closed since it was checked; the next attempt will say so. */
  private static boolean gather(RemoteWork work, MemorySegment memory, long at) {
    try {
      work.buffers.gather(0, memory, at, work.remoteLength());
      work.buffers.settle();
      return true;
    } catch (IllegalStateException closedMeanwhile) {
      return false;
    }
  }

  /** Whether every read of a peer's memory is complete. */
  boolean isIdle(Link link) {
    return chunks.find(read -> read instanceof PendingRead && read.link.equals(link)) == null;
  }

  /** Gives back the room that was promised to reads under way. */
  void close() {
    Transfer read = chunks.find(PendingRead.class::isInstance);
    while (read != null) {
      chunks.remove(read);
      ((PendingRead) read).release();
      read = chunks.find(PendingRead.class::isInstance);
    }
  }
}
