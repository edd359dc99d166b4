package dev.weft.ffm.ibverbs.work;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * {@code poll_cq} of a driver. The memory that it fills is an argument, so that no other thread can
 * close it during the call.
 */
public final class PollFunction {
  private static final MethodHandle HANDLE = link();

  private PollFunction() {}

  @SuppressWarnings("restricted")
  private static MethodHandle link() {
    return Linker.nativeLinker()
        .downcallHandle(
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS));
  }

  /**
   * Takes completions.
   *
   * @param function address of the driver's function
   * @param queue address of the {@code struct ibv_cq}
   * @param completions room for {@code count} of {@code struct ibv_wc}
   * @return their number, negative for failure
   */
  public static int poll(long function, long queue, int count, MemorySegment completions) {
    try {
      return (int) HANDLE.invokeExact(MemorySegment.ofAddress(function), queue, count, completions);
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
