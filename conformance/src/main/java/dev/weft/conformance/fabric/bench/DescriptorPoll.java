package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.fabric.poll.PollDescriptor;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;

/** {@code poll(2)}, for wait objects that are file descriptors of C. */
final class DescriptorPoll {
  private static final MemoryLayout ENTRY =
      MemoryLayout.structLayout(
          ValueLayout.JAVA_INT.withName("fd"),
          ValueLayout.JAVA_SHORT.withName("events"),
          ValueLayout.JAVA_SHORT.withName("revents"));
  private static final long EVENTS = ENTRY.byteOffset(PathElement.groupElement("events"));
  private static final long RESULT = ENTRY.byteOffset(PathElement.groupElement("revents"));
  private static final short NOT_OPEN = 0x20; // POLLNVAL
  private static final MethodHandle POLL = poll();

  private final List<PollDescriptor> descriptors;

  DescriptorPoll(List<PollDescriptor> descriptors) {
    this.descriptors = descriptors;
  }

  @SuppressWarnings("restricted") // only for providers that call C themselves
  private static MethodHandle poll() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("poll"),
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT));
  }

  /** Whether a descriptor is ready now, or becomes ready within this time. */
  boolean ready(long timeoutMillis) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment entries = arena.allocate(ENTRY, descriptors.size());
      for (int i = 0; i < descriptors.size(); i++) {
        MemorySegment entry = entry(entries, i);
        entry.set(ValueLayout.JAVA_INT, 0, descriptors.get(i).descriptor());
        entry.set(ValueLayout.JAVA_SHORT, EVENTS, descriptors.get(i).events());
      }
      int ready = call(entries, (int) timeoutMillis);
      for (int i = 0; i < descriptors.size(); i++) {
        if ((entry(entries, i).get(ValueLayout.JAVA_SHORT, RESULT) & NOT_OPEN) != 0) {
          throw new ClauseFailure("a wait object's descriptor is not open: " + descriptors.get(i));
        }
      }
      return ready > 0;
    }
  }

  private static MemorySegment entry(MemorySegment entries, int index) {
    return entries.asSlice(index * ENTRY.byteSize(), ENTRY);
  }

  private int call(MemorySegment entries, int timeoutMillis) {
    try {
      return (int) POLL.invokeExact(entries, (long) descriptors.size(), timeoutMillis);
    } catch (Throwable e) {
      throw new IllegalStateException("poll(2) cannot be called: " + e, e);
    }
  }
}
