package dev.weft.ffm.linker;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * Calls of C functions by address. All arguments of the functions that this module calls are
 * integers and pointers. 64-bit Linux passes each of them in one register or one word of the stack,
 * and callees ignore the upper half of a word that holds an {@code int}: therefore one handle for
 * each number of arguments serves all functions. Of the result of an {@code int} function the
 * caller takes the lower half.
 */
public final class Downcalls {
  private static final MethodHandle WORDS_0 = words(0);
  private static final MethodHandle WORDS_1 = words(1);
  private static final MethodHandle WORDS_2 = words(2);
  private static final MethodHandle WORDS_3 = words(3);
  private static final MethodHandle WORDS_4 = words(4);
  private static final MethodHandle WORDS_5 = words(5);
  private static final MethodHandle WORDS_6 = words(6);
  private static final MethodHandle WORDS_7 = words(7);
  private static final MethodHandle WORDS_8 = words(8);
  private static final MethodHandle WORDS_9 = words(9);

  private Downcalls() {}

  /** A handle for functions of {@code count} words. */
  @SuppressWarnings("restricted")
  private static MethodHandle words(int count) {
    MemoryLayout[] words = new MemoryLayout[count];
    Arrays.fill(words, ValueLayout.JAVA_LONG);
    FunctionDescriptor shape = FunctionDescriptor.of(ValueLayout.JAVA_LONG, words);
    return Linker.nativeLinker().downcallHandle(shape);
  }

  /** Calls a function without arguments. */
  public static long call(MemorySegment function) {
    try {
      return (long) WORDS_0.invokeExact(function);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of one word. */
  public static long call(MemorySegment function, long a) {
    try {
      return (long) WORDS_1.invokeExact(function, a);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of two words. */
  public static long call(MemorySegment function, long a, long b) {
    try {
      return (long) WORDS_2.invokeExact(function, a, b);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of three words. */
  public static long call(MemorySegment function, long a, long b, long c) {
    try {
      return (long) WORDS_3.invokeExact(function, a, b, c);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of four words. */
  public static long call(MemorySegment function, long a, long b, long c, long d) {
    try {
      return (long) WORDS_4.invokeExact(function, a, b, c, d);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of five words. */
  public static long call(MemorySegment function, long a, long b, long c, long d, long e) {
    try {
      return (long) WORDS_5.invokeExact(function, a, b, c, d, e);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of six words. */
  public static long call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
    try {
      return (long) WORDS_6.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of seven words. */
  public static long call(
      MemorySegment function, long a, long b, long c, long d, long e, long f, long g) {
    try {
      return (long) WORDS_7.invokeExact(function, a, b, c, d, e, f, g);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of eight words. */
  public static long call(
      MemorySegment function, long a, long b, long c, long d, long e, long f, long g, long h) {
    try {
      return (long) WORDS_8.invokeExact(function, a, b, c, d, e, f, g, h);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of nine words. */
  public static long call(
      MemorySegment function,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i) {
    try {
      return (long) WORDS_9.invokeExact(function, a, b, c, d, e, f, g, h, i);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** What to throw for something that a handle threw; C functions throw nothing. */
  private static RuntimeException unexpected(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(failure);
  }
}
