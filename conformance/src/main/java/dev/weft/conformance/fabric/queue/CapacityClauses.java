package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.ResourceManagement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Queues at their capacity, and visibility of data: CQ-057 to CQ-060. */
public final class CapacityClauses {

  private static final int MANY = 1_000;
  private static final int MIXED = 60;

  private CapacityClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-057", Level.REQUIRED, "fi_cq(3), notes on overruns")
            .says(
                "after an overrun valid entries stay readable, then reads say FI_EOVERRUN; where"
                    + " none is possible a post that finds no room is refused")
            .lookAt("what follows the last valid entry, and what is reserved at post")
            .check(CapacityClauses::overrunIsReported),
        clause("CQ-058", Level.REQUIRED, "fi_domain(3), FI_RM_ENABLED")
            .says("nothing is lost: a post that finds no room is -FI_EAGAIN, or it is queued")
            .within(Duration.ofSeconds(60))
            .lookAt("the reservation of room at post, off by one at size 1")
            .check(CapacityClauses::nothingIsLost),
        clause("CQ-059", Level.INFERRED, "prov/util, overflow list")
            .says("around the capacity successes and errors keep their order and their source")
            .lookAt("errors or overflowed entries that overtake, and slots used again")
            .needs(Capabilities.SOURCE)
            .check(CapacityClauses::orderAroundCapacity),
        clause("CQ-060", Level.REQUIRED, "fi_cq(3), target semantics")
            .says("received bytes are visible to the thread that is given the entry")
            .lookAt("release and acquire around the entry, after the copy of the payload")
            .needs(Capabilities.SOURCE)
            .concurrent()
            .check(trial -> new ReaderCrowd(trial, 2, 50_000, (int) Peer.SLOT).check()));
  }

  private static void overrunIsReported(Trial trial) {
    Bench bench =
        Bench.on(trial)
            .size(8)
            .hints(info -> info.toBuilder().resourceManagement(ResourceManagement.DISABLED).build())
            .open();
    Peer receiver = bench.receiver();
    QueueReader queue = receiver.receive();
    int limit = 4 * queue.queue().size();
    int posted = 0;
    while (posted < limit && postedReceive(receiver, posted)) {
      posted++;
    }
    for (int i = 0; i < posted; i++) {
      bench.sender().send(receiver, i);
    }
    bench.settle();
    List<Long> seen = drainAll(queue);
    for (int i = 0; i < seen.size(); i++) {
      equal((long) i, seen.get(i), "context of the valid entry %d", i);
    }
    boolean overrun = seen.size() < posted;
    int end = overrun ? -Errno.EOVERRUN : -Errno.EAGAIN;
    returned(end, queue.read(1), "read after the last valid entry");
    returned(end, queue.read(1), "read after the last valid entry, once more");
    if (!overrun) {
      that(posted < limit, "%d receives were accepted at a queue of 8, and all were read", posted);
      that(postedReceive(receiver, posted), "a receive finds no room in an empty queue");
      trial.chose("there is no overrun: receive number %d is refused with -FI_EAGAIN", posted + 1);
    }
  }

  private static void nothingIsLost(Trial trial) {
    for (int size : new int[] {1, 5}) {
      Bench bench = Bench.on(trial).size(size).open();
      receivesAreKept(bench);
      sendsAreKept(bench);
    }
  }

  /** Posts receives until one is refused, sends to each, and only then reads. */
  private static void receivesAreKept(Bench bench) {
    Peer receiver = bench.receiver();
    for (int next = 0; next < MANY; ) {
      int first = next;
      while (next < MANY && postedReceive(receiver, next)) {
        next++;
      }
      that(next > first, "a receive finds no room in an empty queue");
      for (int i = first; i < next; i++) {
        bench.sender().send(receiver, i);
        bench.sender().transmit().drain(1);
      }
      bench.settle();
      expectInOrder(receiver.receive(), first, next);
    }
    receiver.receive().expectEmpty("after all receives");
  }

  private static boolean postedReceive(Peer peer, int context) {
    int returned =
        peer.endpoint().recv(peer.slot(context), Peer.SLOT, FabricAddress.UNSPEC, context);
    return accepted(returned, "recv");
  }

  private static void sendsAreKept(Bench bench) {
    Peer sender = bench.sender();
    Peer receiver = bench.receiver();
    long handle = sender.handleOf(receiver);
    for (int next = 0; next < MANY; ) {
      int first = next;
      while (next < first + 20 && next < MANY) {
        int context = next;
        if (!accepted(
            sender.endpoint().send(sender.slot(context), Long.BYTES, handle, context), "send")) {
          break;
        }
        next++;
      }
      that(next > first, "a send finds no room in an empty queue");
      for (int i = first; i < next; i++) {
        receiver.postReceive(i);
        receiver.receive().drain(1);
      }
      expectInOrder(sender.transmit(), first, next);
    }
    sender.transmit().expectEmpty("after all sends");
  }

  private static boolean accepted(int returned, String call) {
    if (returned != -Errno.EAGAIN) {
      returned(0, returned, call);
    }
    return returned == 0;
  }

  private static void expectInOrder(QueueReader queue, int first, int end) {
    List<Entry> entries = queue.drain(end - first);
    for (int i = first; i < end; i++) {
      equal((long) i, entries.get(i - first).context(), "context of entry %d", i);
    }
  }

  /** Cancels every third operation; reads only when the next receive finds no room. */
  private static void orderAroundCapacity(Trial trial) {
    Bench bench = Bench.on(trial).size(4).open();
    Peer receiver = bench.receiver();
    List<Long> seen = new ArrayList<>();
    for (int next = 0; next < MIXED; ) {
      if (postedReceive(receiver, next)) {
        if (next % 3 == 2) {
          receiver.cancel(next);
        } else {
          bench.sender().send(receiver, next);
          bench.sender().transmit().drain(1);
        }
        bench.settle();
        next++;
      } else {
        seen.addAll(drainMixed(bench, next - seen.size()));
      }
    }
    seen.addAll(drainMixed(bench, MIXED - seen.size()));
    for (int i = 0; i < MIXED; i++) {
      equal((long) i, seen.get(i), "context of outcome %d", i);
    }
  }

  private static List<Long> drainMixed(Bench bench, int count) {
    Peer receiver = bench.receiver();
    QueueReader queue = receiver.receive();
    List<Long> seen = new ArrayList<>();
    while (seen.size() < count) {
      int read = queue.readFrom(8);
      if (read == -Errno.EAVAIL) {
        returned(1, queue.readErr(), "readerr after -FI_EAVAIL");
        equal(2L, queue.error().context() % 3, "remainder of a failed context");
        seen.add(queue.error().context());
      } else {
        that(read > 0, "%d of %d outcomes are missing", count - seen.size(), count);
        for (Entry entry : queue.entriesFrom(read)) {
          that(entry.has(CompletionFlags.RECV), "%s is no receive", entry);
          equal(receiver.handleOf(bench.sender()), entry.source(), "source of %s", entry);
          seen.add(entry.context());
        }
      }
    }
    return seen;
  }

  private static List<Long> drainAll(QueueReader queue) {
    List<Long> seen = new ArrayList<>();
    for (int read = queue.read(8); read > 0; read = queue.read(8)) {
      seen.addAll(queue.contexts(read));
    }
    return seen;
  }
}
