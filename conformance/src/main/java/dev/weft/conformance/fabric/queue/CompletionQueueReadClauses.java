package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.returnedOneOf;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.poll.WaitObject;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/** Non-blocking reads: CQ-014 to CQ-018, CQ-020, CQ-022 to CQ-024. */
public final class CompletionQueueReadClauses {

  private static final String READ = "fi_cq(3), fi_cq_read";

  private CompletionQueueReadClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-014", Level.REQUIRED, READ)
            .says("read returns how many entries it stored: 1 to count")
            .lookAt("the number that the copying loop of read returns")
            .check(CompletionQueueReadClauses::returnsHowManyItStored),
        clause("CQ-015", Level.REQUIRED, READ)
            .says("read of an empty queue returns -FI_EAGAIN and leaves the buffer alone")
            .lookAt("the empty branch of read: not 0, and nothing stored")
            .check(CompletionQueueReadClauses::emptyIsAgain),
        clause("CQ-016", Level.REQUIRED, READ)
            .says("read stores at most count entries; the rest stay queued in order")
            .lookAt("where read moves its index: by what it stored, not by what it saw")
            .check(CompletionQueueReadClauses::keepsTheRest),
        clause("CQ-017", Level.INFERRED, "fi_endpoint(3), comp_order; prov/util")
            .says("entries come out of a queue in the order in which they were inserted")
            .lookAt("the ring's writer, and lists beside the ring that overtake it")
            .check(CompletionQueueReadClauses::keepsInsertionOrder),
        clause("CQ-018", Level.REQUIRED, "fi_domain(3), FI_THREAD_SAFE")
            .says("with many readers each completion is delivered once, and whole")
            .lookAt("how readers exclude each other, also while they store sources")
            .needs(Capabilities.SOURCE)
            .concurrent()
            .automaticToo()
            .check(trial -> new ReaderCrowd(trial, 8, 100_000, 40).check()),
        clause("CQ-020", Level.UNSTATED, "fi_cq(3), notes on count 0")
            .says("read with count 0 needs no buffer and never takes anything")
            .lookAt("the count=0 branch of read")
            .check(CompletionQueueReadClauses::countZeroReturns),
        clause("CQ-022", Level.REQUIRED, "fi_cq(3), opening paragraph")
            .says("endpoints and directions may share a queue; the context tells them apart")
            .lookAt("what else than op_context could be mixed up between endpoints")
            .check(CompletionQueueReadClauses::sharedByEndpoints),
        clause("CQ-023", Level.REQUIRED, "fi_cq(3), completion fields")
            .says("a queue reports writes with data by a peer although nothing was posted")
            .lookAt("the target's side of writedata")
            .needs(Capabilities.RMA | Capabilities.REMOTE_WRITE | Capabilities.WRITE)
            .check(CompletionQueueReadClauses::remoteWriteIsReported),
        clause("CQ-024", Level.UNSTATED, "fi_cq(3), notes")
            .says("a queue that no endpoint is bound to behaves as an empty one")
            .lookAt("progress over an empty list of endpoints")
            .check(CompletionQueueReadClauses::unboundIsEmpty));
  }

  private static void returnsHowManyItStored(Trial trial) {
    Bench bench = Bench.on(trial).open();
    QueueReader queue = bench.receiver().receive();
    bench.fill(1, 3);
    returned(3, queue.read(8), "read(count=8) with 3 entries queued");
    bench.fill(4, 3);
    returned(2, queue.read(2), "read(count=2) with 3 entries queued");
    returned(1, queue.read(2), "read(count=2) with 1 entry queued");
  }

  private static void emptyIsAgain(Trial trial) {
    for (CompletionFormat format : CompletionFormat.values()) {
      Bench bench = Bench.on(trial).format(format).open();
      QueueReader queue = bench.receiver().receive();
      Sentinel.fill(queue.batch().segment());
      Stopwatch.expectPrompt(
          () -> {
            for (int i = 0; i < 100; i++) {
              returned(-Errno.EAGAIN, queue.read(8), "read(count=8) of an empty queue");
            }
          },
          "100 reads of an empty queue");
      Sentinel.untouched(queue.batch().segment(), 0, "the buffer of a read that found nothing");
    }
  }

  private static void keepsTheRest(Trial trial) {
    Bench bench = Bench.on(trial).open();
    QueueReader queue = bench.receiver().receive();
    bench.fill(1, 5);
    returned(2, queue.read(2), "first read(count=2) of 5 entries");
    equal(List.of(1L, 2L), queue.contexts(2), "contexts of the first read");
    returned(2, queue.read(2), "second read(count=2) of 5 entries");
    equal(List.of(3L, 4L), queue.contexts(2), "contexts of the second read");
    returned(1, queue.read(2), "third read(count=2) of 5 entries");
    equal(List.of(5L), queue.contexts(1), "context of the third read");
  }

  private static void keepsInsertionOrder(Trial trial) {
    Bench bench = Bench.on(trial).open();
    List<Long> posted = LongStream.rangeClosed(1, 64).boxed().toList();
    posted.forEach(bench.receiver()::postReceive);
    posted.forEach(context -> bench.sender().send(bench.receiver(), context));
    equal(posted, contexts(bench.receiver().receive().drain(64)), "contexts of 64 receives");
    equal(posted, contexts(bench.sender().transmit().drain(64)), "contexts of 64 sends");
  }

  private static void countZeroReturns(Trial trial) {
    Bench bench = Bench.on(trial).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    int empty = queue.read(null, 0);
    returnedOneOf(Set.of(-Errno.EAGAIN, 0), empty, "read(null, 0) of an empty queue");
    bench.fill(1, 1);
    int filled = queue.read(null, 0);
    returnedOneOf(Set.of(-Errno.EAGAIN, 0), filled, "read(null, 0) with an entry queued");
    bench.receiver().receive().drain(1);
    bench.fail(2);
    int failed = queue.read(null, 0);
    returnedOneOf(Set.of(-Errno.EAVAIL, 0), failed, "read(null, 0) with an error at the head");
    equal(2L, bench.receiver().receive().expectError().context(), "context of the error");
    trial.chose(
        "count 0 returns %s when empty, %s with an entry, %s with an error at the head",
        value(empty), value(filled), value(failed));
  }

  private static void sharedByEndpoints(Trial trial) {
    Bench bench = Bench.on(trial).open();
    CompletionQueue shared = bench.openQueue();
    Peer one = bench.openPeer(shared, shared);
    Peer two = bench.openPeer(shared, shared);
    for (int i = 0; i < 3; i++) {
      one.postReceive(400 + i);
      two.postReceive(200 + i);
      one.send(two, 100 + i);
      two.send(one, 300 + i);
    }
    Set<Long> seen = new TreeSet<>();
    for (Entry entry : one.receive().drain(12)) {
      boolean sent = entry.context() / 100 % 2 == 1;
      long expected = sent ? CompletionFlags.SEND : CompletionFlags.RECV;
      that(entry.has(expected), "the direction of %s does not fit its context", entry);
      seen.add(entry.context());
    }
    Set<Long> posted = new TreeSet<>();
    for (long i = 0; i < 3; i++) {
      posted.addAll(Set.of(100 + i, 200 + i, 300 + i, 400 + i));
    }
    equal(posted, seen, "contexts of all operations on the shared queue");
    one.receive().expectEmpty("after all 12 entries");
  }

  private static void remoteWriteIsReported(Trial trial) {
    Bench bench = Bench.on(trial).open();
    Peer target = bench.receiver();
    MemoryRegion region =
        bench.keep(bench.domain().register(target.memory(), AccessFlags.REMOTE_WRITE, 7, null));
    long handle = bench.sender().handleOf(target);
    bench
        .sender()
        .accepted(
            "writedata",
            () ->
                bench
                    .sender()
                    .endpoint()
                    .writeData(bench.sender().slot(1), 8, 0x77, handle, 0, region.key(), 1));
    Entry entry = target.receive().drain(1).getFirst();
    that(entry.has(CompletionFlags.REMOTE_WRITE), "the entry is no remote write: %s", entry);
    equal(0x77L, entry.data(), "data of the remote write");
  }

  private static void unboundIsEmpty(Trial trial) {
    Bench bench = Bench.on(trial).wait(WaitObject.UNSPEC).openDomainOnly();
    QueueReader queue = new QueueReader(bench.openQueue());
    returned(-Errno.EAGAIN, queue.read(1), "read of a queue that is bound to nothing");
    Stopwatch watch = new Stopwatch();
    returned(-Errno.EAGAIN, queue.sread(1, 50), "sread(50) of a queue that is bound to nothing");
    watch.expectTimeout(50, "sread(50) of a queue that is bound to nothing");
    trial.chose("an unbound queue behaves as an empty one");
  }

  private static List<Long> contexts(List<Entry> entries) {
    return entries.stream().map(Entry::context).toList();
  }
}
