package dev.weft.cli.perf.plan;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongFunction;

/** What memory the messages are in. */
public enum BufferMemory {
  /** Memory of the domain, which other processes can map. */
  SHARED,
  /** Memory of an arena. */
  ORDINARY;

  private static final long ALIGNMENT = 64;

  /** Allocates zeroed memory, which is freed when it is not reachable any more. */
  public MemorySegment allocate(long bytes, LongFunction<MemorySegment> shared) {
    return this == SHARED ? shared.apply(bytes) : Arena.ofAuto().allocate(bytes, ALIGNMENT);
  }

  /** The name in options and JSON. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The memory with this name. */
  public static BufferMemory parse(String name) {
    return Arrays.stream(values())
        .filter(memory -> memory.key().equals(name.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException("memory=" + name + ", allowed are shared, ordinary"));
  }
}
