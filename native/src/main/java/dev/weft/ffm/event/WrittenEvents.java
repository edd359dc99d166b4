package dev.weft.ffm.event;

import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.provider.fabric.object.Event;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;

/**
 * The events of the program that are in the queue of C: there a {@code struct fi_eq_entry} without
 * object, whose data are the number of the event here. Providers look for a {@code struct fi_info}
 * in events that have the number of {@code FI_CONNREQ}: the context is the address of an empty one.
 *
 * <p>The caller locks, and has entered the queue.
 */
final class WrittenEvents {
  private static final long OPS = ObjectLayouts.EVENT_QUEUE.offset("ops");
  private static final long WRITE = OpsLayouts.EVENT_QUEUE.offset("write");
  private static final long CONTEXT = CallLayouts.EVENT_ENTRY.offset("context");
  private static final long DATA = CallLayouts.EVENT_ENTRY.offset("data");
  private static final long SIZE = CallLayouts.EVENT_ENTRY.size();

  private final NativeObject queue;
  private final long entry;
  private final long emptyInfo;
  private final Map<Long, Event> events = new HashMap<>();
  private long last;

  WrittenEvents(NativeObject queue, Arena arena) {
    this.queue = queue;
    entry = arena.allocate(SIZE, Long.BYTES).address();
    emptyInfo = arena.allocate(InfoLayouts.INFO.size(), Long.BYTES).address();
  }

  /** {@code fi_eq_write(3)}; returns the event's bytes, or the error of C. */
  int write(Event event) {
    long number = ++last;
    CMemory.word(entry + CONTEXT, emptyInfo);
    CMemory.word(entry + DATA, number);
    events.put(number, event);
    int result =
        (int) Downcalls.call(queue.function(OPS, WRITE), queue.fid(), event.type(), entry, SIZE, 0);
    if (result < 0) {
      events.remove(number);
      return result;
    }
    return event.size();
  }

  /** Whether these are members of an event of the program. */
  boolean isWritten(long object, long context) {
    return object == 0 && context == emptyInfo;
  }

  /** The event with this number, which has been read from C. */
  Event remove(long number) {
    return events.remove(number);
  }
}
