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
  public static long call(long function) {
    try {
      return (long) Words0.HANDLE.invokeExact(MemorySegment.ofAddress(function));
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of one word. */
  public static long call(long function, long a) {
    try {
      return (long) Words1.HANDLE.invokeExact(MemorySegment.ofAddress(function), a);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of two words. */
  public static long call(long function, long a, long b) {
    try {
      return (long) Words2.HANDLE.invokeExact(MemorySegment.ofAddress(function), a, b);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of three words. */
  public static long call(long function, long a, long b, long c) {
    try {
      return (long) Words3.HANDLE.invokeExact(MemorySegment.ofAddress(function), a, b, c);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of four words. */
  public static long call(long function, long a, long b, long c, long d) {
    try {
      return (long) Words4.HANDLE.invokeExact(MemorySegment.ofAddress(function), a, b, c, d);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of five words. */
  public static long call(long function, long a, long b, long c, long d, long e) {
    try {
      return (long) Words5.HANDLE.invokeExact(MemorySegment.ofAddress(function), a, b, c, d, e);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of six words. */
  public static long call(long function, long a, long b, long c, long d, long e, long f) {
    try {
      return (long) Words6.HANDLE.invokeExact(MemorySegment.ofAddress(function), a, b, c, d, e, f);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of seven words. */
  public static long call(long function, long a, long b, long c, long d, long e, long f, long g) {
    try {
      return (long)
          Words7.HANDLE.invokeExact(MemorySegment.ofAddress(function), a, b, c, d, e, f, g);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of eight words. */
  public static long call(
      long function, long a, long b, long c, long d, long e, long f, long g, long h) {
    try {
      return (long)
          Words8.HANDLE.invokeExact(MemorySegment.ofAddress(function), a, b, c, d, e, f, g, h);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Calls a function of nine words. */
  public static long call(
      long function, long a, long b, long c, long d, long e, long f, long g, long h, long i) {
    try {
      return (long)
          Words9.HANDLE.invokeExact(MemorySegment.ofAddress(function), a, b, c, d, e, f, g, h, i);
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

  // One class for each handle: it is linked at its first call, which takes milliseconds.

  private static final class Words0 {
    static final MethodHandle HANDLE = words(0);
  }

  private static final class Words1 {
    static final MethodHandle HANDLE = words(1);
  }

  private static final class Words2 {
    static final MethodHandle HANDLE = words(2);
  }

  private static final class Words3 {
    static final MethodHandle HANDLE = words(3);
  }

  private static final class Words4 {
    static final MethodHandle HANDLE = words(4);
  }

  private static final class Words5 {
    static final MethodHandle HANDLE = words(5);
  }

  private static final class Words6 {
    static final MethodHandle HANDLE = words(6);
  }

  private static final class Words7 {
    static final MethodHandle HANDLE = words(7);
  }

  private static final class Words8 {
    static final MethodHandle HANDLE = words(8);
  }

  private static final class Words9 {
    static final MethodHandle HANDLE = words(9);
  }
}
