package dev.weft.ffm.object;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_cq_readerr(3)} of one queue. C copies the error data into memory of this object, so
 * that another thread's read of the queue cannot free them (ER-017).
 */
final class QueueErrors {
  private static final long OPS = ObjectLayouts.COMPLETION_QUEUE.offset("ops");
  private static final long READ_ERROR = OpsLayouts.COMPLETION_QUEUE.offset("readerr");
  private static final long DATA = CallLayouts.ERROR_ENTRY.offset("err_data");
  private static final long DATA_SIZE = CallLayouts.ERROR_ENTRY.offset("err_data_size");
  private static final long LEAST_DATA = 256;
  private static final long MAX_DATA = 1 << 20;

  private final NativeCompletionQueue queue;
  private final MemorySegment data;

  QueueErrors(NativeCompletionQueue queue, long dataBytes, Arena arena) {
    this.queue = queue;
    this.data = arena.allocate(Math.clamp(dataBytes, LEAST_DATA, MAX_DATA), Long.BYTES);
  }

  synchronized int read(ErrorCompletion entry) {
    Require.writable("entry.segment()", entry.segment());
    Require.writable("entry.errorDataBuffer()", entry.errorDataBuffer());
    entry.reset();
    long address = entry.segment().address();
    CMemory.word(address + DATA, data.address());
    CMemory.word(address + DATA_SIZE, data.byteSize());
    int result = (int) Downcalls.call(queue.function(OPS, READ_ERROR), queue.fid(), address, 0);
    if (result != 1) {
      entry.reset();
      return result == 0 ? -Errno.EAGAIN : result;
    }
    finish(entry);
    return 1;
  }

  private void finish(ErrorCompletion entry) {
    long size = Math.min(entry.errorDataSize(), data.byteSize());
    queue.operations.fail(entry);
    entry.storeErrorData(data.asSlice(0, size));
  }
}
