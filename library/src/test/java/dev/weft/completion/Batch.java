package dev.weft.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicReference;

/** The arguments of {@link CompletionReader#read}, filled with a sentinel. */
public final class Batch {
  public static final byte SENTINEL = (byte) 0xA5;

  public final int stride;
  public final int count;
  public final MemorySegment entries;
  public final MemorySegment sources;

  public Batch(int stride, int count) {
    this.stride = stride;
    this.count = count;
    this.entries = Arena.ofAuto().allocate((long) stride * count);
    this.sources = Arena.ofAuto().allocate(8L * count);
    entries.fill(SENTINEL);
    sources.fill(SENTINEL);
  }

  public int readFrom(CompletionRing ring) {
    return ring.reader().read(entries, stride, count, sources);
  }

  /** The failure at the head, or null. */
  public static CompletionFailure readError(CompletionRing ring) {
    AtomicReference<CompletionFailure> failure = new AtomicReference<>();
    assertEquals(ring.reader().readError(failure::set), failure.get() != null);
    return failure.get();
  }

  public long word(int entry, int word) {
    long offset = (long) entry * stride + (long) word * Long.BYTES;
    return entries.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }

  public long context(int entry) {
    return word(entry, CompletionLayout.CONTEXT);
  }

  public long source(int entry) {
    return sources.get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * entry);
  }

  public boolean isUntouchedFrom(int entry) {
    return isSentinel(entries.asSlice((long) stride * entry))
        && isSentinel(sources.asSlice(8L * entry));
  }

  private static boolean isSentinel(MemorySegment memory) {
    for (long i = 0; i < memory.byteSize(); i++) {
      if (memory.get(ValueLayout.JAVA_BYTE, i) != SENTINEL) {
        return false;
      }
    }
    return true;
  }
}
