package dev.weft.fabric.completion;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.weft.argument.Require;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.info.FabricInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct fi_eq_entry} and {@code struct fi_eq_cm_entry}: one event, filled by {@code
 * fi_eq_read(3)} or by a program that writes one, in the layout of C ({@link EventEntryLayout}).
 *
 * <p>Reusable. One thread at a time may use it.
 */
public final class EventEntry {

  private final MemorySegment segment;
  private final long connectionDataRoom;
  private int event;
  private FabricObject object;
  private Object context;
  private FabricInfo info;
  private long connectionDataSize;

  private EventEntry(MemorySegment segment, long connectionDataRoom) {
    this.segment = segment;
    this.connectionDataRoom = connectionDataRoom;
  }

  /** Room for one event with at most this many bytes of connection data. */
  public static EventEntry allocate(Arena arena, long connectionDataSize) {
    Require.notNegative("connectionDataSize", connectionDataSize);
    long size =
        Math.max(
            EventEntryLayout.SIZE, EventEntryLayout.CONNECTION_DATA_OFFSET + connectionDataSize);
    MemorySegment segment = Require.notNull("arena", arena).allocate(size, JAVA_LONG.byteSize());
    return new EventEntry(segment, connectionDataSize);
  }

  /** The memory, {@link EventEntryLayout#SIZE} bytes or more. */
  public MemorySegment segment() {
    return segment;
  }

  /** {@code event}: a number of {@link EventType}, or one that a program has written. */
  public int event() {
    return event;
  }

  /**
   * {@code fid}: the object of the event: the passive endpoint that got a request, the endpoint
   * that was connected or disconnected, the address vector, the memory region.
   */
  public FabricObject object() {
    return object;
  }

  /** {@code context}: that of the operation, or of the object if the operation had none. */
  public Object context() {
    return context;
  }

  /** {@code data}: specific to the operation; not with connection data. */
  public long data() {
    return segment.get(JAVA_LONG, EventEntryLayout.DATA_OFFSET);
  }

  /**
   * {@code info}: of a {@link EventType#CONNREQ}, what to open the accepting endpoint with; its
   * {@link FabricInfo#handle()} is the request. Else null.
   */
  public FabricInfo info() {
    return info;
  }

  /** {@code data}: the peer's connection data, read-only, truncated to the room of the entry. */
  public MemorySegment connectionData() {
    return segment
        .asSlice(EventEntryLayout.CONNECTION_DATA_OFFSET, connectionDataSize)
        .asReadOnly();
  }

  /** Clears all fields. */
  public EventEntry reset() {
    segment.fill((byte) 0);
    event = EventType.NOTIFY;
    object = null;
    context = null;
    info = null;
    connectionDataSize = 0;
    return this;
  }

  /** Sets {@code event}. */
  public EventEntry event(int event) {
    this.event = event;
    return this;
  }

  /** Sets {@code fid}. */
  public EventEntry object(FabricObject object) {
    this.object = object;
    return this;
  }

  /** Sets {@code context}. */
  public EventEntry context(Object context) {
    this.context = context;
    return this;
  }

  /** Sets {@code data}. */
  public EventEntry data(long data) {
    segment.set(JAVA_LONG, EventEntryLayout.DATA_OFFSET, data);
    return this;
  }

  /** Sets {@code info}. */
  public EventEntry info(FabricInfo info) {
    this.info = info;
    return this;
  }

  /**
   * Sets the connection data, as much as there is room for.
   *
   * @param data of any memory; empty or NULL for none
   */
  public EventEntry connectionData(MemorySegment data) {
    connectionDataSize = Math.min(connectionDataRoom, data.byteSize());
    MemorySegment.copy(
        data, 0, segment, EventEntryLayout.CONNECTION_DATA_OFFSET, connectionDataSize);
    return this;
  }

  @Override
  public String toString() {
    return "EventEntry[%s, object=%s, connectionData=%d bytes]"
        .formatted(
            EventType.describe(event),
            object == null ? null : object.objectClass(),
            connectionDataSize);
  }
}
