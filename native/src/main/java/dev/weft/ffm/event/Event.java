package dev.weft.ffm.event;

import dev.weft.fabric.FabricObject;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventEntryLayout;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.FabricInfo;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * An event that has been read from C, or one that a program writes.
 *
 * @param type a number of {@link EventType}, or the program's own
 * @param bytes connection data, or error data
 * @param error 0, or the error of the operation
 */
record Event(
    int type,
    FabricObject object,
    Object context,
    long data,
    FabricInfo info,
    byte[] bytes,
    int error,
    int providerError) {

  /** The event that a program writes. */
  static Event written(EventEntry entry) {
    byte[] bytes = entry.connectionData().toArray(ValueLayout.JAVA_BYTE);
    long data = entry.data();
    return new Event(
        entry.event(), entry.object(), entry.context(), data, entry.info(), bytes, 0, 0);
  }

  boolean isFailure() {
    return error != 0;
  }

  static boolean isOfConnection(int type) {
    return type >= EventType.CONNREQ && type <= EventType.SHUTDOWN;
  }

  private boolean hasConnectionData() {
    return bytes.length != 0 || isOfConnection(type);
  }

  /** Bytes of the event as C lays it out. */
  int size() {
    return hasConnectionData()
        ? EventEntryLayout.CONNECTION_DATA_OFFSET + bytes.length
        : EventEntryLayout.SIZE;
  }

  /** Stores the event, with as much of its data as fits. Returns its bytes in C. */
  int storeIn(EventEntry entry) {
    entry.reset().event(type).object(object).context(context).data(data).info(info);
    if (!hasConnectionData()) {
      return EventEntryLayout.SIZE;
    }
    entry.connectionData(MemorySegment.ofArray(bytes));
    return EventEntryLayout.CONNECTION_DATA_OFFSET + (int) entry.connectionData().byteSize();
  }

  /** Stores the failure. Returns its bytes in C. */
  int storeIn(ErrorEvent entry) {
    entry
        .subject(object, context)
        .data(data)
        .error(error, providerError)
        .errorData(MemorySegment.ofArray(bytes));
    return EventEntryLayout.ERROR_SIZE;
  }
}
