package dev.weft.ffm.event;

import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.Libfabric;
import dev.weft.provider.fabric.object.Event;
import dev.weft.service.CloseAll;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;

/** Reads events from C and translates them. The caller locks, and has entered the queue. */
final class EventReader {
  private static final long OPS = ObjectLayouts.EVENT_QUEUE.offset("ops");
  private static final long READ = OpsLayouts.EVENT_QUEUE.offset("read");
  private static final long READ_ERROR = OpsLayouts.EVENT_QUEUE.offset("readerr");
  private static final long OBJECT = CallLayouts.EVENT_ENTRY.offset("fid");
  private static final long CONTEXT = CallLayouts.EVENT_ENTRY.offset("context");
  private static final long DATA = CallLayouts.EVENT_ENTRY.offset("data");
  private static final long INFO = CallLayouts.CONNECTION_ENTRY.offset("info");
  private static final long CONNECTION_DATA = CallLayouts.CONNECTION_ENTRY.size();
  private static final long ERROR = CallLayouts.ERROR_EVENT.offset("err");
  private static final long PROVIDER_ERROR = CallLayouts.ERROR_EVENT.offset("prov_errno");
  private static final long ERROR_DATA = CallLayouts.ERROR_EVENT.offset("err_data");
  private static final long ERROR_DATA_SIZE = CallLayouts.ERROR_EVENT.offset("err_data_size");
  private static final long ROOM = 4096;
  private static final byte[] NO_BYTES = {};

  private final NativeObject queue;
  private final WrittenEvents written;
  private final PendingContexts contexts;
  private final Map<Long, RetiredSubject> retired = new ConcurrentHashMap<>();
  private final long type;
  private final long entry;
  private final long errorData;

  EventReader(NativeObject queue, WrittenEvents written, PendingContexts contexts, Arena arena) {
    this.queue = queue;
    this.written = written;
    this.contexts = contexts;
    type = arena.allocate(Long.BYTES, Long.BYTES).address();
    entry = arena.allocate(ROOM, Long.BYTES).address();
    errorData = arena.allocate(ROOM, Long.BYTES).address();
  }

  /** Who handles the events about an object that is closed here and still open in C. */
  Map<Long, RetiredSubject> retired() {
    return retired;
  }

  /** Closes each of them once, also if closing one throws and the queue stays open. */
  void closeRetired() {
    List<RetiredSubject> all = List.copyOf(retired.values());
    retired.clear();
    CloseAll.of(all, RetiredSubject::close);
  }

  /**
   * {@code fi_eq_read(3)}: adds the next event, unless it is handled already.
   *
   * @return the result of C
   */
  int read(Queue<Event> target) {
    int size = (int) Downcalls.call(queue.function(OPS, READ), queue.fid(), type, entry, ROOM, 0);
    if (size >= 0) {
      Event event = translate(CMemory.integer(type), size);
      if (event != null) {
        target.add(event);
      }
    }
    return size;
  }

  private Event translate(int number, int size) {
    long object = CMemory.word(entry + OBJECT);
    if (written.isWritten(object, CMemory.word(entry + CONTEXT))) {
      return written.remove(CMemory.word(entry + DATA));
    }
    if (Event.isOfConnection(number)) {
      byte[] bytes = CMemory.bytes(entry + CONNECTION_DATA, Math.max(0, size - CONNECTION_DATA));
      return number == EventType.CONNREQ ? request(object, bytes) : change(number, object, bytes);
    }
    NativeObject subject = NativeObject.at(object);
    long operation = CMemory.word(entry + CONTEXT);
    Object context = contexts.get(operation, contextOf(subject));
    contexts.complete(operation);
    return new Event(number, subject, context, CMemory.word(entry + DATA), null, NO_BYTES, 0, 0);
  }

  private Event request(long object, byte[] bytes) {
    long info = CMemory.word(entry + INFO);
    try {
      EventSubject subject = subject(object);
      FabricInfo offered = subject == null ? null : subject.requested(info);
      return offered == null ? null : event(EventType.CONNREQ, object, offered, bytes);
    } finally {
      Libfabric.freeInfo(info);
    }
  }

  private Event change(int number, long object, byte[] bytes) {
    EventSubject subject = subject(object);
    if (subject != null) {
      subject.connectionChanged(number);
    }
    return event(number, object, null, bytes);
  }

  private EventSubject subject(long object) {
    return NativeObject.at(object) instanceof EventSubject open ? open : retired.get(object);
  }

  private static Event event(int number, long object, FabricInfo info, byte[] bytes) {
    NativeObject subject = NativeObject.at(object);
    return new Event(number, subject, contextOf(subject), 0, info, bytes, 0, 0);
  }

  private static Object contextOf(NativeObject subject) {
    return subject == null ? null : subject.context();
  }

  /**
   * {@code fi_eq_readerr(3)}: adds the next failure.
   *
   * @return the result of C
   */
  int readError(Queue<Event> target) {
    CMemory.word(entry + ERROR_DATA, errorData);
    CMemory.word(entry + ERROR_DATA_SIZE, ROOM);
    int size = (int) Downcalls.call(queue.function(OPS, READ_ERROR), queue.fid(), entry, 0);
    if (size >= 0) {
      target.add(failure());
    }
    return size;
  }

  private Event failure() {
    NativeObject subject = NativeObject.at(CMemory.word(entry + OBJECT));
    long size = Math.min(ROOM, CMemory.word(entry + ERROR_DATA_SIZE));
    byte[] bytes = CMemory.bytes(CMemory.word(entry + ERROR_DATA), size);
    return new Event(
        EventType.NOTIFY,
        subject,
        contexts.get(CMemory.word(entry + CONTEXT), contextOf(subject)),
        CMemory.word(entry + DATA),
        null,
        bytes == null ? NO_BYTES : bytes,
        CMemory.integer(entry + ERROR),
        CMemory.integer(entry + PROVIDER_ERROR));
  }
}
