package dev.weft.provider.verbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.completion.work.WorkCompletionSource;
import dev.weft.verbs.QueueAllocator;
import dev.weft.verbs.completion.WorkCompletionLayout;
import java.lang.foreign.MemorySegment;

/**
 * A completion sink that mirrors the entries of a completion queue to memory of an allocator
 * (VX-15). Each entry is written there as {@code struct ibv_wc} in circular order before it is
 * added to the queue, so that the memory's owner sees what C would show. The queue never reads this
 * memory.
 */
public final class MirroredEntries implements WorkCompletionSink {
  private static final long ALIGNMENT = 64;

  private final WorkCompletionSink queue;
  private QueueMemory memory;
  private long written;

  /** {@code first} is the result of {@link #allocate}. */
  MirroredEntries(WorkCompletionSink queue, QueueMemory first) {
    this.queue = queue;
    this.memory = first;
  }

  /** Allocates room for the entries; ENOMEM if the allocator returns null. */
  public static QueueMemory allocate(SoftwareParentDomain domain, int entries, String call) {
    long size = (long) entries * WorkCompletionLayout.SIZE;
    return domain.allocate(size, ALIGNMENT, QueueAllocator.COMPLETION_QUEUE, call);
  }

  /**
   * Switches to other memory (VX-17); {@link QueueMemory#DEFAULT} writes nothing more.
   *
   * @return the previous memory, which is not written any more, for the caller to free
   */
  synchronized QueueMemory replace(QueueMemory other) {
    QueueMemory previous = memory;
    memory = other;
    written = 0;
    return previous;
  }

  @Override
  public boolean add(WorkCompletion completion) {
    write(completion);
    return queue.add(completion);
  }

  private synchronized void write(WorkCompletion completion) {
    MemorySegment segment = memory.segment();
    if (segment != null) {
      long entries = segment.byteSize() / WorkCompletionLayout.SIZE;
      write(completion, segment, written % entries * WorkCompletionLayout.SIZE);
      written++;
    }
  }

  private static void write(WorkCompletion from, MemorySegment to, long at) {
    to.set(JAVA_LONG, at + WorkCompletionLayout.WR_ID_OFFSET, from.wrId);
    to.set(JAVA_INT, at + WorkCompletionLayout.STATUS_OFFSET, from.status);
    to.set(JAVA_INT, at + WorkCompletionLayout.OPCODE_OFFSET, from.opcode);
    to.set(JAVA_INT, at + WorkCompletionLayout.VENDOR_ERR_OFFSET, from.vendorError);
    to.set(JAVA_INT, at + WorkCompletionLayout.BYTE_LEN_OFFSET, from.byteLength);
    to.set(JAVA_INT, at + WorkCompletionLayout.IMM_DATA_OFFSET, from.immediateOrKey);
    to.set(JAVA_INT, at + WorkCompletionLayout.QP_NUM_OFFSET, from.queuePair);
    to.set(JAVA_INT, at + WorkCompletionLayout.SRC_QP_OFFSET, from.sourceQueuePair);
    to.set(JAVA_INT, at + WorkCompletionLayout.WC_FLAGS_OFFSET, from.flags);
    to.set(JAVA_SHORT, at + WorkCompletionLayout.PKEY_INDEX_OFFSET, (short) from.pkeyIndex());
    to.set(JAVA_SHORT, at + WorkCompletionLayout.SLID_OFFSET, (short) from.slid());
    to.set(JAVA_BYTE, at + WorkCompletionLayout.SL_OFFSET, (byte) from.serviceLevel());
    to.set(JAVA_BYTE, at + WorkCompletionLayout.DLID_PATH_BITS_OFFSET, (byte) from.pathBits());
  }

  @Override
  public void discard(int queuePair) {
    queue.discard(queuePair);
  }

  @Override
  public void attach(WorkCompletionSource source) {
    queue.attach(source);
  }

  @Override
  public void detach(WorkCompletionSource source) {
    queue.detach(source);
  }
}
