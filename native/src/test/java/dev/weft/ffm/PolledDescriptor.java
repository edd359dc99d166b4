package dev.weft.ffm;

import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** {@code poll(2)} of one descriptor, as a program in C calls it. */
public final class PolledDescriptor {
  private static final int READABLE = 1;
  private static final long POLL = Libc.function("poll");

  private PolledDescriptor() {}

  /** Whether the descriptor is readable within this time; negative: no limit. */
  public static boolean isReadable(int descriptor, int timeoutMillis) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment entry = arena.allocate(Long.BYTES, Long.BYTES);
      entry.set(ValueLayout.JAVA_INT, 0, descriptor);
      entry.set(ValueLayout.JAVA_SHORT, Integer.BYTES, (short) READABLE);
      return (int) Downcalls.call(POLL, entry.address(), 1, timeoutMillis) == 1;
    }
  }
}
