package dev.weft.ffm.ibverbs.object;

import dev.weft.ffm.ibverbs.layout.ObjectLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.provider.verbs.event.AsyncEvents;
import dev.weft.verbs.AsyncEventType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/** Takes asynchronous events from C, acknowledges them there, and queues them in Java. */
final class AsyncSource {
  private static final long ELEMENT = ObjectLayouts.ASYNC_EVENT.offset("element");
  private static final long TYPE = ObjectLayouts.ASYNC_EVENT.offset("event_type");
  private static final long QUEUE_SLOT = ObjectLayouts.COMPLETION_QUEUE.offset("cq_context");
  private static final long PAIR_SLOT = ObjectLayouts.QUEUE_PAIR.offset("qp_context");

  /** {@code srq_context} follows {@code context}. */
  private static final long SHARED_SLOT = Long.BYTES;

  private final long context;
  private final Slots slots;
  private final AsyncEvents events;
  private final MemorySegment event =
      Arena.ofAuto().allocate(ObjectLayouts.ASYNC_EVENT.size(), Long.BYTES);

  AsyncSource(long context, Slots slots, AsyncEvents events) {
    this.context = context;
    this.slots = slots;
    this.events = events;
  }

  /** Moves one event; false if C has none. One thread at a time. */
  boolean moveOne() {
    try {
      if ((int) Downcalls.call(Verb.GET_ASYNC_EVENT.address(), context, event.address()) != 0) {
        return false;
      }
      try {
        queue(event.get(ValueLayout.JAVA_INT, TYPE), event.get(ValueLayout.JAVA_LONG, ELEMENT));
      } finally {
        Downcalls.call(Verb.ACK_ASYNC_EVENT.address(), event.address());
      }
      return true;
    } finally {
      Reference.reachabilityFence(event);
    }
  }

  /** The object in C exists until the event is acknowledged. */
  private void queue(int number, long element) {
    AsyncEventType type =
        number < AsyncEventType.values().length ? AsyncEventType.of(number) : null;
    switch (type) {
      case CQ_ERR -> queue(type, element + QUEUE_SLOT);
      case QP_FATAL,
          QP_REQ_ERR,
          QP_ACCESS_ERR,
          COMM_EST,
          SQ_DRAINED,
          PATH_MIG,
          PATH_MIG_ERR,
          QP_LAST_WQE_REACHED ->
          queue(type, element + PAIR_SLOT);
      case SRQ_ERR, SRQ_LIMIT_REACHED -> queue(type, element + SHARED_SLOT);
      case PORT_ACTIVE,
          PORT_ERR,
          LID_CHANGE,
          PKEY_CHANGE,
          SM_CHANGE,
          CLIENT_REREGISTER,
          GID_CHANGE ->
          events.raise(type, (int) element);
      case DEVICE_FATAL, DEVICE_SPEED_CHANGE -> events.raise(type, 0);
      case WQ_FATAL -> {} // this module creates no such queues
      case null -> {} // later than this release
    }
  }

  private void queue(AsyncEventType type, long slot) {
    IbvEventSource subject = slots.get(CMemory.word(slot));
    if (subject != null) {
      subject.happened(type);
      events.raise(type, subject);
    }
  }
}
