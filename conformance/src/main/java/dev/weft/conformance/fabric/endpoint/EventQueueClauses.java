package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.ConnectionBench;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventEntryLayout;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.Arena;
import java.util.List;

/** Event queues: EQ-001 to EQ-010, requirements of fi_eq(3) beyond the catalogue. */
public final class EventQueueClauses {
  private static final String OPEN = "fi_eq(3), fi_eq_open";
  private static final String READ = "fi_eq(3), fi_eq_read";
  private static final String SREAD = "fi_eq(3), fi_eq_sread";
  private static final String READERR = "fi_eq(3), fi_eq_readerr";
  private static final int OWN_EVENT = 4711;

  private EventQueueClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EQ-001", Level.REQUIRED, OPEN)
            .says("flags are FI_WRITE and FI_AFFINITY; without FI_WRITE writes are refused")
            .lookAt("the check of the attributes")
            .check(EventQueueClauses::flags),
        clause("EQ-002", Level.REQUIRED, READ)
            .says("one event for each read, in order, with what was written; FI_PEEK leaves it")
            .lookAt("the list of events")
            .check(EventQueueClauses::order),
        clause("EQ-003", Level.REQUIRED, OPEN)
            .says("size events at least are held, and none is lost where more are written")
            .lookAt("what a write does when the queue is full")
            .check(EventQueueClauses::size),
        clause("EQ-004", Level.REQUIRED, SREAD)
            .says("sread ends with -FI_EAGAIN when the time is over; not for FI_WAIT_NONE")
            .lookAt("the wait for an event")
            .check(EventQueueClauses::timeout),
        clause("EQ-005", Level.REQUIRED, SREAD)
            .says("an event that comes wakes a reader, one for each event")
            .lookAt("which reader a new event wakes")
            .concurrent()
            .check(EventQueueClauses::wakes),
        clause("EQ-006", Level.REQUIRED, READERR)
            .says("a failure is out of band: reads return -FI_EAVAIL until readerr has taken it")
            .lookAt("the list of failures")
            .check(EventQueueClauses::failures),
        clause("EQ-007", Level.REQUIRED, "fi_eq(3), fi_close")
            .says("closing a bound queue returns -FI_EBUSY")
            .lookAt("what counts as bound")
            .check(EventQueueClauses::close),
        clause("EQ-008", Level.REQUIRED, "fi_av(3), FI_EVENT")
            .says("an insertion reports each failed address, then how many were inserted")
            .lookAt("what an insertion of a vector with FI_EVENT reports")
            .check(EventQueueClauses::insertions),
        clause("EQ-009", Level.REQUIRED, "fi_domain(3), fi_domain_bind")
            .says("a domain bound with FI_REG_MR reports registered memory")
            .lookAt("what a registration reports")
            .check(EventQueueClauses::registrations),
        clause("EQ-010", Level.REQUIRED, "fi_eq(3), fi_eq_strerror")
            .says("every provider error has a text, cut to the buffer and ended by a zero")
            .lookAt("the text of an error")
            .check(EventQueueClauses::text));
  }

  private static EventQueue open(Bench bench, WaitObject wait, long size) {
    return bench.keep(
        bench
            .fabric()
            .openEventQueue(
                EventQueueAttributes.builder()
                    .size(size)
                    .flags(EventQueueAttributes.WRITE)
                    .waitObject(wait)
                    .build(),
                null));
  }

  private static EventEntry entry() {
    return EventEntry.allocate(Arena.ofAuto(), 0);
  }

  private static int write(EventQueue queue, Bench bench, long data) {
    EventEntry entry = entry().event(OWN_EVENT).object(bench.domain()).context("mine").data(data);
    return queue.write(entry, 0);
  }

  private static void flags(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    EventQueueAttributes affine =
        EventQueueAttributes.builder().flags(EventQueueAttributes.AFFINITY).build();
    EventQueue queue = bench.keep(bench.fabric().openEventQueue(affine, null));
    returned(-Errno.EINVAL, write(queue, bench, 1), "write to a queue opened without FI_WRITE");
    EventQueueAttributes unknown = EventQueueAttributes.builder().flags(1L << 3).build();
    refused(Errno.EINVAL, "fi_eq_open", () -> bench.fabric().openEventQueue(unknown, null));
    EventQueue plain = bench.keep(bench.fabric().openEventQueue(null, null));
    returned(-Errno.EAGAIN, plain.read(entry(), 0), "read of a new queue");
    returned(-Errno.EINVAL, plain.read(entry(), 1), "read with unknown flags");
  }

  private static void order(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    EventQueue queue = open(bench, WaitObject.NONE, 0);
    for (int i = 0; i < 3; i++) {
      returned(EventEntryLayout.SIZE, write(queue, bench, i), "write");
    }
    EventEntry entry = entry();
    for (int i = 0; i < 3; i++) {
      returned(EventEntryLayout.SIZE, queue.read(entry, EventQueue.PEEK), "read with FI_PEEK");
      equal((long) i, entry.data(), "data seen");
      returned(EventEntryLayout.SIZE, queue.read(entry, 0), "read");
      equal((long) i, entry.data(), "data");
      equal(OWN_EVENT, entry.event(), "event");
      equal("mine", entry.context(), "context");
      that(bench.domain().equals(entry.object()), "object %s", entry.object());
    }
    returned(-Errno.EAGAIN, queue.read(entry, EventQueue.PEEK), "read of an empty queue");
  }

  private static void size(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    EventQueue queue = open(bench, WaitObject.NONE, 4);
    int written = 0;
    while (written < 1000 && write(queue, bench, written) > 0) {
      written++;
    }
    that(written >= 4 && queue.size() >= 4, "asked for 4 events, %d fitted", written);
    EventEntry entry = entry();
    for (int i = 0; i < written; i++) {
      returned(EventEntryLayout.SIZE, queue.read(entry, 0), "read");
      equal((long) i, entry.data(), "data");
    }
    returned(-Errno.EAGAIN, queue.read(entry, 0), "read of a drained queue");
    returned(EventEntryLayout.SIZE, write(queue, bench, 1), "write to a drained queue");
  }

  private static void timeout(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    EventQueue queue = open(bench, WaitObject.UNSPEC, 0);
    Stopwatch.expectPrompt(
        () -> returned(-Errno.EAGAIN, queue.sread(entry(), 0, 0), "sread without time"),
        "sread without time");
    Stopwatch waiting = new Stopwatch();
    returned(-Errno.EAGAIN, queue.sread(entry(), 50, 0), "sread for 50 ms");
    waiting.expectTimeout(50, "sread for 50 ms");
    write(queue, bench, 1);
    returned(EventEntryLayout.SIZE, queue.sread(entry(), -1, 0), "sread of an event");
    EventQueue sleepless = open(bench, WaitObject.NONE, 0);
    returned(-Errno.ENOSYS, sleepless.sread(entry(), 0, 0), "sread with FI_WAIT_NONE");
  }

  private static void wakes(Trial trial) throws Exception {
    Bench bench = Bench.on(trial).openDomainOnly();
    EventQueue queue = open(bench, WaitObject.UNSPEC, 0);
    List<Task<Integer>> readers =
        List.of(
            trial.start(() -> queue.sread(entry(), -1, 0)),
            trial.start(() -> queue.sread(entry(), -1, 0)));
    for (Task<Integer> reader : readers) {
      reader.awaitBlocked();
    }
    write(queue, bench, 1);
    write(queue, bench, 2);
    for (Task<Integer> reader : readers) {
      returned(EventEntryLayout.SIZE, reader.result(), "sread of a sleeper");
    }
    returned(-Errno.EAGAIN, queue.read(entry(), 0), "read after both have one");
  }

  private static AddressVector reporting(Bench bench, EventQueue queue) {
    AddressVector vector =
        bench.keep(
            bench
                .domain()
                .openAddressVector(
                    AddressVectorAttributes.builder().flags(AddressVectorAttributes.EVENT).build(),
                    "vector"));
    if (queue != null) {
      vector.bind(queue, 0);
    }
    return vector;
  }

  private static void failures(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    EventQueue queue = open(bench, WaitObject.NONE, 0);
    write(queue, bench, 1);
    AddressVector vector = reporting(bench, queue);
    vector.insert(new byte[][] {{'?'}}, null, "insertion");
    ErrorEvent failure = ErrorEvent.allocate(Arena.ofAuto());
    returned(-Errno.EAVAIL, queue.read(entry(), 0), "read before a failure");
    returned(EventEntryLayout.ERROR_SIZE, queue.readErr(failure, EventQueue.PEEK), "a peek");
    returned(-Errno.EAVAIL, queue.read(entry(), 0), "read after a peek");
    returned(EventEntryLayout.ERROR_SIZE, queue.readErr(failure, 0), "readerr");
    that(vector.equals(failure.object()), "object %s", failure.object());
    equal("insertion", failure.context(), "context");
    that(failure.error() > 0, "err is %d", failure.error());
    returned(-Errno.EAGAIN, queue.readErr(failure, 0), "readerr without a failure");
    EventEntry entry = entry();
    returned(EventEntryLayout.SIZE, queue.read(entry, 0), "read");
    equal(OWN_EVENT, entry.event(), "event that was written before");
  }

  private static void close(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    EventQueue queue = pair.client().events();
    pair.client().openPassive();
    refused(Errno.EBUSY, "fi_close of a bound queue", queue::close);
    pair.client().expectNoEvent("after the refusal");
    EventQueue unbound = open(pair.bench(), WaitObject.UNSPEC, 0);
    write(unbound, pair.bench(), 1);
    unbound.close();
    that(unbound.isClosed(), "an unread event keeps the queue open");
  }

  private static void insertions(Trial trial) {
    Bench bench = Bench.on(trial).open();
    AddressVector early = reporting(bench, null);
    byte[][] addresses = {
      bench.sender().endpoint().name(), {'?'}, bench.receiver().endpoint().name()
    };
    AddressBatch handles = AddressBatch.allocate(Arena.ofAuto(), 3);
    refused(
        Errno.ENOEQ, "fi_av_insert without a queue", () -> early.insert(addresses, handles, null));
    EventQueue queue = open(bench, WaitObject.UNSPEC, 0);
    AddressVector vector = reporting(bench, queue);
    returned(0, vector.insert(addresses, handles, "three"), "fi_av_insert");
    ErrorEvent failure = ErrorEvent.allocate(Arena.ofAuto());
    returned(-Errno.EAVAIL, queue.sread(entry(), 10_000, 0), "read");
    queue.readErr(failure, 0);
    equal(1L, failure.data(), "index of the failed address");
    equal("three", failure.context(), "context of the failure");
    EventEntry entry = entry();
    returned(EventEntryLayout.SIZE, queue.sread(entry, 10_000, 0), "read");
    equal(EventType.AV_COMPLETE, entry.event(), "event");
    equal(2L, entry.data(), "how many were inserted");
    equal("three", entry.context(), "context");
    that(vector.equals(entry.object()), "object %s", entry.object());
    equal(FabricAddress.NOTAVAIL, handles.get(1), "handle of the failed address");
    equal(2L, handles.get(0) == handles.get(2) ? 1L : 2L, "handles of two addresses");
  }

  private static void registrations(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    EventQueue queue = open(bench, WaitObject.UNSPEC, 0);
    bench.domain().bind(queue, BindFlags.REG_MR);
    refused(Errno.EINVAL, "a second bind", () -> bench.domain().bind(queue, 0));
    MemoryRegion region =
        bench.keep(
            bench.domain().register(bench.domain().allocate(64), AccessFlags.READ, 5, "region"));
    EventEntry entry = entry();
    returned(EventEntryLayout.SIZE, queue.sread(entry, 10_000, 0), "read");
    equal(EventType.MR_COMPLETE, entry.event(), "event");
    that(region.equals(entry.object()), "object %s", entry.object());
    equal("region", entry.context(), "context");
  }

  private static void text(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    EventQueue queue = open(bench, WaitObject.NONE, 0);
    that(!queue.strerror(Errno.ECONNREFUSED).isEmpty(), "no text");
    var buffer = bench.domain().allocate(8);
    String text = queue.strerror(Errno.ECONNREFUSED, null, buffer);
    equal(text.substring(0, 7), buffer.getString(0), "text in a buffer of 8 bytes");
  }
}
