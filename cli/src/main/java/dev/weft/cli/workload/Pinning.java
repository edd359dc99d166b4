package dev.weft.cli.workload;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** {@code sched_setaffinity(2)} for the calling thread. */
public final class Pinning {
  private static final long MASK_BYTES = 128;

  private Pinning() {}

  /** Keeps the calling thread on this processor. */
  public static void pinTo(int processor) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
      mask.setAtIndex(JAVA_LONG, processor / Long.SIZE, 1L << processor % Long.SIZE);
      int result = (int) schedSetAffinity().invokeExact(0, MASK_BYTES, mask);
      if (result != 0) {
        throw new IllegalStateException("processor=" + processor + ", allowed: those we may use");
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("restricted")
  private static MethodHandle schedSetAffinity() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("sched_setaffinity"),
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
  }
}
