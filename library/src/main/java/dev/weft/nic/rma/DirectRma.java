package dev.weft.nic.rma;

import dev.weft.memory.GrantedMemory;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.Failures;
import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.Message;
import dev.weft.nic.message.RmaRange;
import dev.weft.nic.message.RmaWork;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import dev.weft.wire.PeerRegions;
import dev.weft.wire.ProtocolViolation;
import java.util.function.IntSupplier;

/**
 * Reads and writes of a peer's registered memory by direct access, on the initiator's thread. All
 * ranges are checked against the peer's regions, then copied; then the initiator's completion is
 * written. The peer is notified only if it counts such accesses, or if the write carries data.
 * Without direct access {@link RmaRequester} sends the request.
 *
 * <p>Used by one thread at a time.
 */
public final class DirectRma {
  /** Bytes copied at a time. A peer that closes the region waits for one piece at most. */
  private static final long PIECE = 1 << 20;

  private final CompletionReporter reads;
  private final CompletionReporter writes;
  private final RmaRequester outOfReach;
  private final IntSupplier unreachable;
  private final Message remote = new Message();

  /**
   * Accesses nothing yet.
   *
   * @param unreachable why there is no link, as {@link Failures#of} knows it
   */
  public DirectRma(
      CompletionReporter reads,
      CompletionReporter writes,
      RmaRequester outOfReach,
      IntSupplier unreachable) {
    this.reads = reads;
    this.writes = writes;
    this.outOfReach = outOfReach;
    this.unreachable = unreachable;
  }

  /** Returns 0 if the work is accepted, else a negative error number; then nothing was done. */
  public int access(RmaWork work) {
    CompletionReporter completions = (work.write ? writes : reads).through(work.report, work.link);
    if (!completions.reserve()) {
      return -ErrorNumbers.AGAIN;
    }
    if (work.link == null) {
      return fail(work, completions, unreachable.getAsInt());
    }
    PeerRegions memory = work.link.memory();
    if (memory == null) {
      return outOfReach.access(work, completions);
    }
    long notice = work.hasData ? claim(work.link) : 0;
    if (notice == FrameWriter.FULL) {
      completions.release();
      return -ErrorNumbers.AGAIN;
    }
    int error = move(work, memory);
    if (error == ErrorNumbers.NO_KEY && work.link.direct() == null) {
      return outOfReach.access(work, completions);
    }
    if (error != 0) {
      return fail(work, completions, error);
    }
    if (work.hasData && !publish(work, notice)) {
      return fail(work, completions, ErrorNumbers.PEER_LEFT);
    }
    succeed(work, completions);
    return ErrorNumbers.ACCEPTED;
  }

  private int move(RmaWork work, PeerRegions memory) {
    int error;
    try {
      error = work.find(memory, work.write);
      if (error == 0) {
        error = copy(work);
      }
      work.settle();
    } catch (IllegalStateException closedByItsOwner) {
      error = ErrorNumbers.BAD_ADDRESS;
    } catch (InternalError noSuchPage) {
      error = lost(work, work.buffers.isAccessible());
    }
    if (error == 0) {
      work.touched(memory, work.write);
    }
    return error;
  }

  /** The error of memory that is not accessible any more: the peer's, unless it is this side's. */
  static int lost(RmaWork work, boolean isOwnThere) {
    if (isOwnThere) {
      work.link.breakOff(ProtocolViolation.MISSING_MEMORY);
    }
    return isOwnThere ? ErrorNumbers.PEER_LEFT : ErrorNumbers.BAD_ADDRESS;
  }

  private int copy(RmaWork work) {
    long position = 0;
    int error = 0;
    for (int i = 0; i < work.remote.count() && error == 0; i++) {
      RmaRange range = work.remote.get(i);
      long length = range.length();
      for (long done = 0; done < length && error == 0; done += PIECE) {
        error =
            isCutShort(work, position + done)
                ? ErrorNumbers.PEER_LEFT
                : copy(work, range, done, position + done);
      }
      position += length;
    }
    return error;
  }

  /** Whether a long copy must stop because the peer has left meanwhile. */
  private static boolean isCutShort(RmaWork work, long position) {
    return position > 0 && work.link.isClosed();
  }

  /** A piece of a range that begins at {@code done}, and in this side's buffers at a position. */
  private int copy(RmaWork work, RmaRange range, long done, long position) {
    GrantedMemory region = range.region();
    if (!region.enter()) {
      return ErrorNumbers.NO_KEY;
    }
    boolean whole = false;
    try {
      long size = Math.min(PIECE, range.length() - done);
      long at = range.offset() + done;
      if (work.write) {
        work.buffers.gather(position, region.segment(), at, size);
      } else {
        remote.memory = region.segment();
        remote.at = at;
        work.buffers.scatter(position, remote, size);
      }
    } finally {
      whole = region.exit();
    }
    return whole ? 0 : ErrorNumbers.PEER_LEFT;
  }

  private static long claim(Link link) {
    try {
      long notice = link.out().claim(Long.BYTES);
      link.out().checkFault();
      return notice;
    } catch (InternalError fault) {
      LinkFaults.attributeFault(link, fault);
      return FrameWriter.FULL; // the next attempt finds the link closed
    }
  }

  /** False if the peer's ring is not accessible any more. */
  private static boolean publish(RmaWork work, long notice) {
    try {
      FrameWriter out = work.link.out();
      out.setWord(notice, 0, work.remote.length());
      out.publish(
          notice, Long.BYTES, FrameKinds.WRITE_NOTICE, FrameKinds.HAS_DATA, 0, 0, work.data);
      work.link.ring();
      out.checkFault();
      return true;
    } catch (InternalError fault) {
      LinkFaults.attributeFault(work.link, fault);
      return false;
    }
  }

  static void succeed(RmaWork work, CompletionReporter completions) {
    completions.succeeded(work.signaled, work.context, work.completionFlags, work.remote.length());
  }

  static int fail(RmaWork work, CompletionReporter completions, int error) {
    if (work.failAtOnce) {
      completions.release();
      return -Failures.errorOf(error);
    }
    completions.failed(Failures.of(work.context, work.completionFlags, error).build());
    return ErrorNumbers.ACCEPTED;
  }
}
