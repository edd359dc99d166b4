package dev.weft.ffm.linker;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Calls of C functions that leave the reason of a failure in {@code errno}, with words as {@link
 * Downcalls} has them. For setting up objects: a call allocates.
 */
public final class CapturedCalls {
  private static final int MOST_WORDS = 6;
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO_LOCATION = Libc.function("__errno_location");
  private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));
  private static final AtomicReferenceArray<MethodHandle> HANDLES =
      new AtomicReferenceArray<>(MOST_WORDS + 1);

  private CapturedCalls() {}

  /**
   * What a function returned.
   *
   * @param value its result; of an {@code int} function the lower half counts
   * @param errno {@code errno} after it, which was 0 before; it means something only if the result
   *     says failure, and is 0 if the function does not say why
   */
  public record Result(long value, int errno) {}

  /** Calls a function of up to six words. */
  public static Result call(long function, long... words) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      MemorySegment address = MemorySegment.ofAddress(function);
      CMemory.integer(Downcalls.call(ERRNO_LOCATION), 0);
      long value = (long) handle(words.length).invokeExact(address, state, words);
      return new Result(value, (int) ERRNO.get(state, 0L));
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** The handle for so many words; linked at its first use. */
  private static MethodHandle handle(int count) {
    MethodHandle known = HANDLES.get(count);
    if (known == null) {
      known = link(count);
      HANDLES.set(count, known);
    }
    return known;
  }

  @SuppressWarnings("restricted")
  private static MethodHandle link(int count) {
    MemoryLayout[] words = new MemoryLayout[count];
    Arrays.fill(words, ValueLayout.JAVA_LONG);
    return Linker.nativeLinker()
        .downcallHandle(
            FunctionDescriptor.of(ValueLayout.JAVA_LONG, words),
            Linker.Option.captureCallState("errno"))
        .asSpreader(long[].class, count);
  }
}
