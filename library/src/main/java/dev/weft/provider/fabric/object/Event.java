package dev.weft.provider.fabric.object;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventEntryLayout;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.wire.LayoutVersion;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * An event in an event queue, of every provider.
 *
 * @param type a number of {@link EventType}, or the program's own
 * @param bytes connection data, or error data
 * @param error 0, or the error of the operation
 */
public record Event(
    int type,
    FabricObject object,
    Object context,
    long data,
    FabricInfo info,
    byte[] bytes,
    int error,
    int providerError) {
  private static final byte[] NO_BYTES = {};

  /** The success of a control operation. */
  public static Event completed(int type, FabricObject object, Object context, long data) {
    return new Event(type, object, contextOr(context, object), data, null, NO_BYTES, 0, 0);
  }

  /** The failure of a control operation. */
  public static Event failed(FabricObject object, Object context, long data, int error) {
    return new Event(0, object, contextOr(context, object), data, null, NO_BYTES, error, error);
  }

  /** An event of a connection. */
  public static Event connection(int type, FabricObject object, FabricInfo info, byte[] bytes) {
    return new Event(type, object, object.context(), 0, info, bytes, 0, 0);
  }

  /** The failure of a connection request, which a {@link LayoutVersion#error} refuses. */
  public static Event unconnected(FabricObject object, int error, byte[] bytes) {
    int shown = LayoutVersion.isError(error) ? Errno.ECONNREFUSED : error;
    return new Event(0, object, object.context(), 0, null, bytes, shown, error);
  }

  /** An event written by a program. */
  public static Event written(EventEntry entry) {
    byte[] bytes = entry.connectionData().toArray(ValueLayout.JAVA_BYTE);
    long data = entry.data();
    return new Event(
        entry.event(), entry.object(), entry.context(), data, entry.info(), bytes, 0, 0);
  }

  private static Object contextOr(Object context, FabricObject object) {
    return context == null ? object.context() : context;
  }

  /** Whether it is read as an {@link ErrorEvent}. */
  public boolean isError() {
    return error != 0;
  }

  /** Whether events of this type are about a connection. */
  public static boolean isOfConnection(int type) {
    return type >= EventType.CONNREQ && type <= EventType.SHUTDOWN;
  }

  /** Stores the event, with as much of its data as fits. Returns its bytes in C. */
  public int storeIn(EventEntry entry) {
    entry.reset().event(type).object(object).context(context).data(data).info(info);
    if (!hasConnectionData()) {
      return EventEntryLayout.SIZE;
    }
    entry.connectionData(MemorySegment.ofArray(bytes));
    return EventEntryLayout.CONNECTION_DATA_OFFSET + (int) entry.connectionData().byteSize();
  }

  /** Bytes of the event in C. */
  public int size() {
    return hasConnectionData()
        ? EventEntryLayout.CONNECTION_DATA_OFFSET + bytes.length
        : EventEntryLayout.SIZE;
  }

  private boolean hasConnectionData() {
    return bytes.length != 0 || isOfConnection(type);
  }

  /** Stores the failure. Returns its bytes in C. */
  public int storeIn(ErrorEvent entry) {
    entry
        .subject(object, context)
        .data(data)
        .error(error, providerError)
        .errorData(MemorySegment.ofArray(bytes));
    return EventEntryLayout.ERROR_SIZE;
  }
}
