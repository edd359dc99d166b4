package dev.weft.ffm.process;

import dev.weft.fabric.Errno;
import dev.weft.ffm.linker.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * {@code process_vm_readv(2)} with two parts: a word, and what is wanted.
 *
 * <pre>
 *    0 +--------------------------+
 *      | iovec: the word here     |
 *   16 +--------------------------+
 *      | iovec: the destination   |
 *   32 +--------------------------+
 *      | iovec: the word there    |
 *   48 +--------------------------+
 *      | iovec: what is wanted    |
 *   64 +--------------------------+
 *      | the word that was read   |
 *   72 +--------------------------+
 * </pre>
 *
 * <p>The C function takes six arguments. A seventh is passed, which it ignores: the destination,
 * whose arena stays open during a call that it is an argument of.
 */
final class ReadFunction {
  static final String NAME = "process_vm_readv";

  private static final StructLayout ERRNO = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO_HANDLE =
      ERRNO.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final MethodHandle HANDLE = handle();

  private static final long WORD_HERE = 0;
  private static final long DESTINATION = 16;
  private static final long WORD_THERE = 32;
  private static final long WANTED = 48;
  private static final long WORD = 64;
  private static final long BYTES = 72;

  private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, Long.BYTES);
  private final MemorySegment here = memory.asSlice(WORD_HERE, 2 * 16);
  private final MemorySegment there = memory.asSlice(WORD_THERE, 2 * 16);
  private final MemorySegment state = Arena.ofAuto().allocate(ERRNO);

  ReadFunction(long wordAddress) {
    vector(WORD_HERE, memory.address() + WORD, Long.BYTES);
    vector(WORD_THERE, wordAddress, Long.BYTES);
  }

  @SuppressWarnings("restricted")
  private static MethodHandle handle() {
    FunctionDescriptor shape =
        FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.ADDRESS);
    return Linker.nativeLinker()
        .downcallHandle(
            MemorySegment.ofAddress(Libc.function(NAME)),
            shape,
            Linker.Option.captureCallState("errno"));
  }

  /** Copies bytes into native memory; 0, or the error number. */
  int call(int pid, long address, MemorySegment destination, long at, long size) {
    memory.set(ValueLayout.JAVA_LONG, WORD, 0);
    vector(DESTINATION, destination.address() + at, size);
    vector(WANTED, address, size);
    long read = invoke(pid, destination);
    if (read < 0) {
      return (int) ERRNO_HANDLE.get(state, 0L);
    }
    return read == Long.BYTES + size ? 0 : Errno.EFAULT;
  }

  /** The word that the last call has read; 0 for none. */
  long word() {
    return memory.get(ValueLayout.JAVA_LONG, WORD);
  }

  private void vector(long at, long base, long size) {
    memory.set(ValueLayout.JAVA_LONG, at, base);
    memory.set(ValueLayout.JAVA_LONG, at + Long.BYTES, size);
  }

  private long invoke(int pid, MemorySegment kept) {
    try {
      return (long) HANDLE.invokeExact(state, pid, here, 2L, there, 2L, 0L, kept);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
