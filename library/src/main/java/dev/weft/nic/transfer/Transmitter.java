package dev.weft.nic.transfer;

import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.Failures;
import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.MachineLimits;
import dev.weft.nic.message.PeerRights;
import dev.weft.nic.message.SendWork;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.wire.FrameWriter;
import java.util.function.IntSupplier;

/**
 * The send side of an endpoint. A short message is copied to the ring and complete at once. A long
 * message is announced, and complete when the receiver has pulled it out of the sender's buffers. A
 * send with delivery or match completion is complete when it is acknowledged.
 *
 * <p>Used by one thread at a time.
 */
public final class Transmitter {
  private final long eagerLimit;
  private final boolean reliable;
  private final CompletionReporter completions;
  private final PendingSends pending;
  private final IntSupplier unreachable;

  /**
   * A send side that has sent nothing.
   *
   * @param unreachable why there is no link, as {@link Failures#of} knows it
   */
  public Transmitter(
      MachineLimits limits,
      boolean reliable,
      CompletionReporter completions,
      PendingSends pending,
      IntSupplier unreachable) {
    this.eagerLimit = limits.eagerLimit();
    this.reliable = reliable;
    this.completions = completions;
    this.pending = pending;
    this.unreachable = unreachable;
  }

  /** Returns 0 if the work is accepted, else a negative error number; then nothing was done. */
  public int send(SendWork work) {
    if (work.link == null) {
      return reliable ? fail(work, unreachable.getAsInt()) : dropSend(work);
    }
    if (PeerRights.refuses(work.link.refusals(), work.tagged)) {
      return reliable ? fail(work, ErrorNumbers.NO_ACCESS) : dropSend(work);
    }
    boolean announce = work.buffers.length() > eagerLimit;
    if (announce || work.completion != SendWork.Completion.TRANSMITTED) {
      return sendAwaiting(work, announce);
    }
    if (work.signaled && !completions.reserve()) {
      return -ErrorNumbers.AGAIN;
    }
    int error = write(work, FrameKinds.MESSAGE, 0);
    if (error == 0 || (error == ErrorNumbers.AGAIN && !reliable)) {
      return succeed(work);
    }
    if (work.signaled) {
      completions.release();
    }
    return refuse(work, error);
  }

  /** Undoes all reservations and returns the error: no room, or a buffer is gone. */
  private int refuse(SendWork work, int error) {
    return error == ErrorNumbers.AGAIN ? -error : fail(work, error);
  }

  /** Completes a send; room is reserved if an entry is requested. */
  private int succeed(SendWork work) {
    CompletionReporter target = completions.through(work.report, work.link);
    long bytes = work.buffers.length();
    if (work.signaled) {
      target.succeeded(true, work.context, work.completionFlags, bytes);
    } else {
      target.count(bytes);
    }
    return ErrorNumbers.ACCEPTED;
  }

  private int sendAwaiting(SendWork work, boolean announce) {
    PendingSend send = pending.next();
    if (send == null || !completions.reserve()) {
      return -ErrorNumbers.AGAIN;
    }
    send.describeAs(work, completions.through(work.report, work.link), announce);
    int error = write(work, announce ? FrameKinds.RTS : FrameKinds.MESSAGE, send.handle);
    if (error != 0) {
      PendingSends.putBack(send);
      return refuse(work, error);
    }
    pending.take();
    return ErrorNumbers.ACCEPTED;
  }

  /**
   * Returns 0 or an error number: AGAIN if there is no room or a buffer was closed since it was
   * checked; another one if the file of a buffer was truncated.
   */
  private static int write(SendWork work, int kind, int handle) {
    try {
      boolean written = writeFrame(work, kind, handle);
      work.link.out().checkFault();
      return written ? 0 : ErrorNumbers.AGAIN;
    } catch (IllegalStateException closedMeanwhile) {
      return ErrorNumbers.AGAIN; // the next attempt reports it
    } catch (InternalError fault) {
      return Failures.lost(work.buffers.isAccessible(), work.link, fault);
    }
  }

  private static boolean writeFrame(SendWork work, int kind, int handle) {
    FrameWriter out = work.link.out();
    long length = work.buffers.length();
    boolean whole = kind != FrameKinds.RTS;
    long payload = whole ? length : Long.BYTES;
    long frame = out.claim(payload);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    if (!whole) {
      out.setWord(frame, 0, length);
    } else if (work.buffers.isOne()) {
      out.put(frame, work.buffers.segment(), work.buffers.offset(), length);
    } else {
      work.buffers.gather(0, out.memory(), FrameWriter.payload(frame), length);
    }
    work.buffers.settle();
    out.publish(frame, payload, kind, work.frameFlags(), handle, work.tag, work.data);
    work.link.ring();
    return true;
  }

  private int fail(SendWork work, int error) {
    if (work.failAtOnce) {
      return -Failures.errorOf(error);
    }
    if (!completions.reserve()) {
      return -ErrorNumbers.AGAIN;
    }
    completions
        .through(work.report)
        .failed(Failures.of(work.context, work.completionFlags, error).build());
    return ErrorNumbers.ACCEPTED;
  }

  private int dropSend(SendWork work) {
    return work.signaled && !completions.reserve() ? -ErrorNumbers.AGAIN : succeed(work);
  }
}
