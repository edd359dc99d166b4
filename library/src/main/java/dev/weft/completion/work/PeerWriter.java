package dev.weft.completion.work;

import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionRing;
import dev.weft.completion.CompletionWriter;

/**
 * Completes operations of endpoints into a shared verbs queue, under the queue's writing lock.
 * Slots are reserved, so no completion of an endpoint is lost; completions of queue pairs only use
 * room that is not reserved.
 */
final class PeerWriter extends CompletionWriter {
  private final WorkCompletionQueue queue;
  private final WorkCompletion failed = new WorkCompletion(); // under the writing lock

  PeerWriter(WorkCompletionQueue queue, CompletionRing first) {
    super(first);
    this.queue = queue;
  }

  @Override
  public boolean reserve(int n) {
    queue.writing.lock();
    try {
      return queue.ring().writer().reserve(n);
    } finally {
      queue.writing.unlock();
    }
  }

  @Override
  public boolean reserveUnposted() {
    queue.writing.lock();
    try {
      return queue.ring().writer().reserveUnposted();
    } finally {
      queue.writing.unlock();
    }
  }

  @Override
  public void release(int n) {
    queue.writing.lock();
    try {
      queue.ring().writer().release(n);
    } finally {
      queue.writing.unlock();
    }
  }

  @Override
  public void write(
      long context, long flags, long length, long buffer, long data, long tag, long source) {
    queue.writing.lock();
    try {
      CompletionWriter writer = queue.ring().writer();
      writer.stampTime();
      writer.write(context, flags, length, buffer, data, tag, source);
    } finally {
      queue.endWriting(false);
    }
  }

  @Override
  public void writeError(CompletionFailure failure) {
    queue.writing.lock();
    try {
      Translation.toWork(failure, failed);
      WorkCompletionWriter.write(queue.ring().writer(), failed, failure);
    } finally {
      queue.endWriting(true);
    }
  }
}
