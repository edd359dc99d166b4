package dev.weft.software;

import dev.weft.completion.CompletionFailure;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameWriter;
import java.lang.foreign.MemorySegment;

/**
 * Reads and writes of a peer's registered memory, done by the initiator's thread: all ranges are
 * checked against what the peer grants, then copied, then the initiator's completion is written.
 * The peer learns of it only where it counts such accesses, or where the write carries data for it.
 * Memory that is out of reach is left to {@link RemoteAccess}.
 *
 * <p>Used by one thread at a time.
 */
final class OneSided {
  private final CompletionTarget reads;
  private final CompletionTarget writes;
  private final RemoteAccess outOfReach;
  private final Message remote = new Message();

  OneSided(CompletionTarget reads, CompletionTarget writes, RemoteAccess outOfReach) {
    this.reads = reads;
    this.writes = writes;
    this.outOfReach = outOfReach;
  }

  /** Accepts the work (0), or does not and leaves no trace of it (a negative error number). */
  int access(RemoteWork work) {
    CompletionTarget completions = (work.write ? writes : reads).through(work.report, work.link);
    if (!completions.reserve()) {
      return -ErrorNumbers.AGAIN;
    }
    if (work.link != null && work.link.direct() == null) {
      return outOfReach.access(work, completions);
    }
    long notice = work.hasData && work.link != null ? work.link.out().claim(Long.BYTES) : 0;
    if (notice == FrameWriter.FULL) {
      completions.release();
      return -ErrorNumbers.AGAIN;
    }
    int error = move(work);
    if (error != 0) {
      return fail(work, completions, error);
    }
    if (work.hasData) {
      publish(work, notice);
    }
    succeed(work, completions);
    return ErrorNumbers.ACCEPTED;
  }

  private int move(RemoteWork work) {
    if (work.link == null) {
      return ErrorNumbers.UNREACHABLE;
    }
    DirectPeer peer = work.link.direct();
    int refused = check(work, peer);
    if (refused != 0) {
      return refused;
    }
    try {
      copy(work, peer);
    } catch (IllegalStateException closedMeanwhile) {
      return ErrorNumbers.BAD_ADDRESS;
    }
    peer.touched(work.write, work.remoteLength());
    if (work.write) {
      work.countWith(peer);
    }
    return 0;
  }

  private static int check(RemoteWork work, DirectPeer peer) {
    for (int i = 0; i < work.count(); i++) {
      if (grant(work, peer, i) == null) {
        return peer.hasKey(work.key(i)) ? ErrorNumbers.NO_ACCESS : ErrorNumbers.NO_KEY;
      }
    }
    return 0;
  }

  private static MemorySegment grant(RemoteWork work, DirectPeer peer, int range) {
    return peer.grant(work.key(range), work.address(range), work.length(range), work.write);
  }

  private void copy(RemoteWork work, DirectPeer peer) {
    long position = 0;
    for (int i = 0; i < work.count(); i++) {
      if (!peer.beginAccess(work.key(i))) {
        throw new IllegalStateException("the region was closed meanwhile");
      }
      try {
        copy(work, peer, i, position);
      } finally {
        peer.endAccess(work.key(i));
      }
      position += work.length(i);
    }
  }

  private void copy(RemoteWork work, DirectPeer peer, int range, long position) {
    MemorySegment memory = grant(work, peer, range);
    if (memory == null) {
      throw new IllegalStateException("the key names another region meanwhile");
    }
    if (work.write) {
      work.buffers.gather(position, memory, work.address(range), work.length(range));
    } else {
      remote.memory = memory;
      remote.at = work.address(range);
      work.buffers.scatter(position, remote, work.length(range));
    }
  }

  private static void publish(RemoteWork work, long notice) {
    FrameWriter out = work.link.out();
    out.setWord(notice, 0, work.remoteLength());
    out.publish(notice, Long.BYTES, Frames.WRITE_NOTICE, Frames.HAS_DATA, 0, 0, work.data);
    work.link.ring();
  }

  static void succeed(RemoteWork work, CompletionTarget completions) {
    completions.succeeded(work.signaled, work.context, work.completionFlags, work.remoteLength());
  }

  static int fail(RemoteWork work, CompletionTarget completions, int error) {
    if (work.failAtOnce) {
      completions.release();
      return -error;
    }
    completions.failed(CompletionFailure.of(work.context, work.completionFlags, error).build());
    return ErrorNumbers.ACCEPTED;
  }
}
