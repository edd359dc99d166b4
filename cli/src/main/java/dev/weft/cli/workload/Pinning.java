package dev.weft.cli.workload;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;

/**
 * {@code sched_setaffinity(2)}: keeps the calling thread on one processor. Threads that it starts
 * later inherit that. Two threads that poll need a processor each, and a kernel may leave both on
 * one for a long time while another is idle.
 */
public final class Pinning {
  private static final long MASK_BYTES = 128;

  private Pinning() {}

  /**
   * The processors that the calling thread may use; empty where they cannot be asked for or chosen:
   * on other systems than Linux, and without native access.
   */
  public static BitSet allowed() {
    return isPossible() ? ask() : new BitSet();
  }

  private static boolean isPossible() {
    return System.getProperty("os.name").equals("Linux")
        && Pinning.class.getModule().isNativeAccessEnabled();
  }

  private static BitSet ask() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
      call("sched_getaffinity", mask);
      return BitSet.valueOf(mask.toArray(JAVA_LONG));
    }
  }

  /**
   * Keeps the calling thread on this processor.
   *
   * @throws IllegalArgumentException if it may not use it
   */
  public static void pinTo(int processor) {
    if (processor < 0 || processor >= MASK_BYTES * Byte.SIZE) {
      throw new IllegalArgumentException("processor=" + processor + ", allowed are " + allowed());
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
      mask.setAtIndex(JAVA_LONG, processor / Long.SIZE, 1L << processor % Long.SIZE);
      if (call("sched_setaffinity", mask) != 0) {
        throw new IllegalArgumentException("processor=" + processor + ", allowed are " + allowed());
      }
    }
  }

  @SuppressWarnings("restricted")
  private static int call(String function, MemorySegment mask) {
    Linker linker = Linker.nativeLinker();
    MethodHandle handle =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow(function),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
    try {
      return (int) handle.invokeExact(0, MASK_BYTES, mask);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
