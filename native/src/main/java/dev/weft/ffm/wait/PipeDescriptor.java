package dev.weft.ffm.wait;

import dev.weft.fabric.Errno;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.Libc;
import dev.weft.wait.WaitDescriptor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The end of a {@code pipe2(2)} to read from, which holds a byte while it is raised.
 *
 * <p>An {@code eventfd(2)} would be one descriptor instead of two, but it can be written at any
 * time: it would always be ready for a program that polls for all events (WO-006).
 */
final class PipeDescriptor implements WaitDescriptor {
  static final String NAME = "pipe2";

  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int NON_BLOCKING = 0x800;
  private static final int NONE = -1;

  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));
  private static final MethodHandle OPEN = open();
  private static final long WRITE = Libc.function("write");
  private static final long READ = Libc.function("read");
  private static final long CLOSE = Libc.function("close");

  /** What is written, and where it is read to; what it is does not matter. */
  private static final MemorySegment BYTE = Arena.global().allocate(1);

  private int readEnd;
  private int writeEnd;

  PipeDescriptor() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(ValueLayout.JAVA_INT, 2);
      MemorySegment state = arena.allocate(STATE);
      if (open(state, ends) != 0) {
        throw new IOException("pipe2(2): " + Errno.strerror((int) ERRNO.get(state, 0L)));
      }
      readEnd = ends.getAtIndex(ValueLayout.JAVA_INT, 0);
      writeEnd = ends.getAtIndex(ValueLayout.JAVA_INT, 1);
    }
  }

  @SuppressWarnings("restricted")
  private static MethodHandle open() {
    FunctionDescriptor shape =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    return Linker.nativeLinker()
        .downcallHandle(
            MemorySegment.ofAddress(Libc.function(NAME)),
            shape,
            Linker.Option.captureCallState("errno"));
  }

  private static int open(MemorySegment state, MemorySegment ends) {
    try {
      return (int) OPEN.invokeExact(state, ends, CLOSE_ON_EXEC | NON_BLOCKING);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public int number() {
    return readEnd;
  }

  @Override
  public void raise() {
    Downcalls.call(WRITE, writeEnd, BYTE.address(), BYTE.byteSize());
  }

  @Override
  public void lower() {
    Downcalls.call(READ, readEnd, BYTE.address(), BYTE.byteSize());
  }

  /**
   * Forgets the numbers first, so that no later call reaches other files that have them. The end of
   * the writer ends polls.
   */
  @Override
  public void close() {
    int reading = readEnd;
    int writing = writeEnd;
    readEnd = NONE;
    writeEnd = NONE;
    Downcalls.call(CLOSE, writing);
    Downcalls.call(CLOSE, reading);
  }
}
