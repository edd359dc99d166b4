package dev.weft.conformance.fabric;

import static dev.weft.conformance.Check.equal;
import static dev.weft.conformance.Check.returned;
import static dev.weft.conformance.Check.that;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventEntryLayout;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.FabricInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** One side of a connection: its event queue, its completion queue and its endpoints. */
final class ConnectionSide {
  private static final long DATA_ROOM = 1 << 16;

  private final Bench bench;
  private final EventQueue events;
  private final CompletionQueue queue;
  private final QueueReader completions;
  private final EventEntry entry = EventEntry.allocate(Arena.ofAuto(), DATA_ROOM);
  private final ErrorEvent failure = ErrorEvent.allocate(Arena.ofAuto());
  private Endpoint endpoint;

  ConnectionSide(Bench bench) {
    this.bench = bench;
    events = bench.keep(bench.fabric().openEventQueue(EventQueueAttributes.blocking()));
    queue = bench.openQueue();
    completions = new QueueReader(queue);
  }

  EventQueue events() {
    return events;
  }

  QueueReader completions() {
    return completions;
  }

  /** Drives the progress of the endpoints of the completion queue. */
  void progress() {
    queue.read(null, 0);
  }

  Endpoint endpoint() {
    return endpoint;
  }

  /** A passive endpoint that does not yet listen. */
  PassiveEndpoint openPassive() {
    PassiveEndpoint passive = bench.keep(bench.fabric().openPassiveEndpoint(bench.info()));
    passive.bind(events, 0);
    return passive;
  }

  PassiveEndpoint listen() {
    PassiveEndpoint passive = openPassive();
    passive.listen();
    return passive;
  }

  /** Opens and binds an endpoint without enabling it; {@link #endpoint()} returns it. */
  Endpoint open(FabricInfo info) {
    endpoint = bench.keep(bench.domain().openEndpoint(info));
    endpoint.bind(events, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    return endpoint;
  }

  void connect(byte[] address, String data) {
    open(bench.info()).connect(address, bytes(data));
  }

  /** Waits for an event, which must be this one. */
  EventEntry expect(int event) {
    int result = events.sread(entry, -1, 0);
    if (result == -Errno.EAVAIL) {
      events.readErr(failure, 0);
    }
    that(result > 0, "instead of %s: %d %s", EventType.describe(event), result, failure);
    equal(EventType.describe(event), EventType.describe(entry.event()), "event");
    returned(
        EventEntryLayout.CONNECTION_DATA_OFFSET + (int) entry.connectionData().byteSize(),
        result,
        "read of %s",
        EventType.describe(event));
    return entry;
  }

  /** Waits for a failure, which must have this number. */
  ErrorEvent expectFailure(int errno) {
    returned(-Errno.EAVAIL, events.sread(entry, -1, 0), "read before a failure");
    returned(EventEntryLayout.ERROR_SIZE, events.readErr(failure, 0), "readerr");
    equal(Errno.name(errno), Errno.name(failure.error()), "err");
    return failure;
  }

  /** How an endpoint ends, {@code FI_SHUTDOWN} or a failed request; fails on any other event. */
  String endOf(Endpoint ending) {
    int result = events.sread(entry, -1, 0);
    if (result == -Errno.EAVAIL) {
      returned(EventEntryLayout.ERROR_SIZE, events.readErr(failure, 0), "readerr");
      that(ending.equals(failure.object()), "about %s", failure.object());
      return Errno.name(failure.error());
    }
    equal(EventType.describe(EventType.CONNECTED), EventType.describe(entry.event()), "event");
    expect(EventType.SHUTDOWN);
    that(ending.equals(entry.object()), "about %s", entry.object());
    return EventType.describe(EventType.SHUTDOWN);
  }

  void expectNoEvent(String when) {
    returned(-Errno.EAGAIN, events.read(entry, 0), "read %s", when);
  }

  static MemorySegment bytes(String text) {
    return text == null ? null : MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(MemorySegment bytes) {
    return new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }
}
