package dev.weft.conformance.fabric.bench;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;

import dev.weft.conformance.failure.HangDetector;
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
public final class ConnectionSide {
  private static final long DATA_ROOM = 1 << 16;

  private final Bench bench;
  private final EventQueue events;
  private final CompletionQueue queue;
  private final QueueReader completions;
  private final EventEntry entry = EventEntry.allocate(Arena.ofAuto(), DATA_ROOM);
  private final EventEntry ahead = EventEntry.allocate(Arena.ofAuto(), DATA_ROOM);
  private final ErrorEvent failure = ErrorEvent.allocate(Arena.ofAuto());
  private final Runnable progressOfBoth;
  private Endpoint endpoint;
  private boolean alone;

  /**
   * Opens the queues.
   *
   * @param progressOfBoth drives the progress of this side and of the other one
   */
  ConnectionSide(Bench bench, Runnable progressOfBoth) {
    this.bench = bench;
    this.progressOfBoth = progressOfBoth;
    events = bench.keep(bench.fabric().openEventQueue(EventQueueAttributes.blocking()));
    queue = bench.openQueue();
    completions = new QueueReader(queue);
  }

  public EventQueue events() {
    return events;
  }

  public QueueReader completions() {
    return completions;
  }

  /** Drives the progress of the endpoints and of their connections; takes nothing. */
  void progress() {
    queue.read(null, 0);
    events.read(ahead, EventQueue.PEEK);
  }

  public Endpoint endpoint() {
    return endpoint;
  }

  /** A passive endpoint that does not yet listen. */
  public PassiveEndpoint openPassive() {
    PassiveEndpoint passive = bench.keep(bench.fabric().openPassiveEndpoint(bench.info()));
    passive.bind(events, 0);
    return passive;
  }

  public PassiveEndpoint listen() {
    PassiveEndpoint passive = openPassive();
    passive.listen();
    return passive;
  }

  /** Opens and binds an endpoint without enabling it; {@link #endpoint()} returns it. */
  public Endpoint open(FabricInfo info) {
    endpoint = bench.keep(bench.domain().openEndpoint(info));
    endpoint.bind(events, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    return endpoint;
  }

  public void connect(byte[] address, String data) {
    open(bench.info()).connect(address, bytes(data));
  }

  /** From now on waits in one blocking read, and the other side makes no progress meanwhile. */
  public ConnectionSide alone() {
    alone = true;
    return this;
  }

  /** The result of a read that waits for an event or a failure. */
  private int await() {
    if (alone) {
      return events.sread(entry, -1, 0);
    }
    HangDetector detector = new HangDetector();
    int result = events.read(entry, 0);
    while (result == -Errno.EAGAIN) {
      progressOfBoth.run();
      detector.lapOr("no event comes");
      result = events.read(entry, 0);
    }
    return result;
  }

  /** Waits for an event, which must be this one. */
  public EventEntry expect(int event) {
    int result = await();
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
  public ErrorEvent expectFailure(int errno) {
    returned(-Errno.EAVAIL, await(), "read before a failure");
    returned(EventEntryLayout.ERROR_SIZE, events.readErr(failure, 0), "readerr");
    equal(Errno.name(errno), Errno.name(failure.error()), "err");
    return failure;
  }

  /** How an endpoint ends, {@code FI_SHUTDOWN} or a failed request; fails on any other event. */
  public String endOf(Endpoint ending) {
    int result = await();
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

  public void expectNoEvent(String when) {
    returned(-Errno.EAGAIN, events.read(entry, 0), "read %s", when);
  }

  public static MemorySegment bytes(String text) {
    return text == null ? null : MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
  }

  public static String text(MemorySegment bytes) {
    return new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }
}
