package dev.weft.ffm.process;

import dev.weft.wire.process.ProcessIdentity;
import dev.weft.wire.process.ProcessMemory;
import dev.weft.wire.process.UnreadableException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Reads the memory of a process. With each read comes the word of its {@link ProcessIdentity}: the
 * kernel looks the process up once for both, so the right word means that the bytes are its own.
 */
final class ReadableProcess implements ProcessMemory {
  /** Bytes that go to the heap at a time: they stay in the nearest caches between two copies. */
  private static final int STEP = 64 << 10;

  /** {@code ESRCH}, which the fabric API has not. */
  private static final int NO_SUCH_PROCESS = 3;

  private final ProcessIdentity identity;
  private final int pid;
  private final ReadFunction function;
  private MemorySegment step;
  private boolean ended;

  ReadableProcess(ProcessIdentity identity) {
    this.identity = identity;
    this.pid = Math.toIntExact(identity.pid());
    this.function = new ReadFunction(identity.wordAddress());
  }

  @Override
  public void read(long address, MemorySegment destination, long at, long size) {
    if (destination.isNative()) {
      readNative(address, destination, at, size);
    } else {
      readHeap(address, destination, at, size);
    }
  }

  private void readHeap(long address, MemorySegment destination, long at, long size) {
    if (step == null) {
      step = Arena.ofAuto().allocate(STEP);
    }
    for (long done = 0; done < size; done += STEP) {
      long now = Math.min(STEP, size - done);
      readNative(address + done, step, 0, now);
      MemorySegment.copy(step, 0, destination, at + done, now);
    }
  }

  private void readNative(long address, MemorySegment destination, long at, long size) {
    int error = function.call(pid, address, destination, at, size);
    boolean isTheProcess = function.word() == identity.word();
    ended |= !isTheProcess;
    if (error != 0 || !isTheProcess) {
      throw new UnreadableException(address, size, error == 0 ? NO_SUCH_PROCESS : error);
    }
  }

  @Override
  public boolean hasEnded() {
    return ended;
  }
}
