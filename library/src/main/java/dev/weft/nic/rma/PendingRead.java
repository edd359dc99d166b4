package dev.weft.nic.rma;

import dev.weft.nic.message.BufferList;
import dev.weft.nic.message.Failures;
import dev.weft.nic.message.Message;
import dev.weft.nic.message.RmaWork;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.nic.transfer.InboundTransfer;
import java.util.Deque;

/** A read without direct access, whose bytes come in chunks. Reused. */
public final class PendingRead extends InboundTransfer {
  private final Deque<PendingRead> unused;
  private final BufferList buffers;
  private CompletionReporter completions;
  private long context;
  private long completionFlags;
  private boolean signaled;

  PendingRead(Deque<PendingRead> unused, int bufferLimit) {
    super(false);
    this.unused = unused;
    this.buffers = new BufferList(bufferLimit);
  }

  void describeAs(RmaWork work, BufferList destination, CompletionReporter target) {
    buffers.set(destination);
    completions = target;
    context = work.context;
    completionFlags = work.completionFlags;
    signaled = work.signaled;
  }

  @Override
  public int copyIn(long position, Message chunk, long bytes) {
    return buffers.copyIn(position, chunk, bytes);
  }

  @Override
  public void ended() {
    if (error != 0) {
      completions.failed(Failures.of(context, completionFlags, error).build());
    } else {
      completions.succeeded(signaled, context, completionFlags, buffers.length());
    }
    unused.push(this);
  }

  /** Drops the read because its endpoint closes. */
  void release() {
    completions.release();
    unused.push(this);
  }
}
