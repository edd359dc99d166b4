package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.rejected;
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
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import java.util.List;
import java.util.stream.LongStream;

/** Opening a queue: CQ-001 to CQ-006, CQ-009, CQ-013. */
public final class CompletionQueueOpenClauses {

  private static final String OPEN = "fi_cq(3), fi_cq_open";
  private static final String ATTR = "fi_cq(3), fi_cq_attr";

  private CompletionQueueOpenClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-001", Level.REQUIRED, OPEN)
            .says("a queue is opened in a domain, which cannot be closed before it")
            .lookAt("the domain's count of open children")
            .check(CompletionQueueOpenClauses::opensInDomain),
        clause("CQ-002", Level.REQUIRED, OPEN + "; fi_poll(3)")
            .says("the context given at open belongs to the queue and never to an entry")
            .lookAt("where entries take op_context from")
            .check(CompletionQueueOpenClauses::contextBelongsToQueue),
        clause("CQ-003", Level.REQUIRED, ATTR + ".size")
            .says("size is a lower bound: that many completions wait unread without loss")
            .lookAt("the full test of the ring, which may be off by one")
            .check(CompletionQueueOpenClauses::sizeIsLowerBound),
        clause("CQ-004", Level.PERMITTED, ATTR + ".size")
            .says("size 0 lets the implementation choose, and the queue is usable")
            .lookAt("the default size")
            .check(CompletionQueueOpenClauses::sizeZero),
        clause("CQ-005", Level.REQUIRED, ATTR + ".flags")
            .says("flags 0 and FI_AFFINITY are accepted; undefined bits are answered")
            .lookAt("the mask of known attribute flags")
            .check(CompletionQueueOpenClauses::flags),
        clause("CQ-006", Level.HINT, ATTR + ".signaling_vector")
            .says("signaling_vector counts with FI_AFFINITY only, and may be ignored then")
            .lookAt("a check of the vector that does not look at the flag")
            .check(CompletionQueueOpenClauses::signalingVector),
        clause("CQ-009", Level.UNSTATED, ATTR + ".format")
            .says(
                "an unknown format is refused and leaks nothing (in Java the enum refuses the"
                    + " number, and the attributes refuse null)")
            .lookAt("CompletionFormat.of and the attributes' constructor")
            .check(CompletionQueueOpenClauses::unknownFormat),
        clause("CQ-013", Level.REQUIRED, ATTR)
            .says("an all-zero attribute block is valid: default size, NONE to wait on")
            .lookAt("the defaults of the attributes")
            .check(CompletionQueueOpenClauses::allZero));
  }

  private static void opensInDomain(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    CompletionQueue queue = bench.openQueue();
    that(!queue.isClosed(), "a queue just opened says that it is closed");
    refused(Errno.EBUSY, "close of the domain before its queue", bench.domain()::close);
    queue.close();
    that(queue.isClosed(), "a queue just closed says that it is open");
    bench.domain().close();
    that(bench.domain().isClosed(), "a domain just closed says that it is open");
  }

  private static void contextBelongsToQueue(Trial trial) {
    Bench bench = Bench.on(trial).open();
    CompletionQueueAttributes attributes =
        CompletionQueueAttributes.polling(CompletionFormat.CONTEXT);
    Object context = new Object();
    CompletionQueue named = bench.keep(bench.domain().openCompletionQueue(attributes, context));
    CompletionQueue nameless = bench.keep(bench.domain().openCompletionQueue(attributes, null));
    equal(context, named.context(), "context() of the queue");
    equal(null, nameless.context(), "context() of a queue opened without one");
    Peer peer = bench.openPeer(nameless, named);
    peer.postReceive(42);
    bench.sender().send(peer, 1);
    equal(42L, peer.receive().drain(1).getFirst().context(), "op_context of the entry");
  }

  private static void sizeIsLowerBound(Trial trial) {
    for (int size : new int[] {1, 2, 3, 7, 8, 64, 100}) {
      Bench bench = Bench.on(trial).size(size).open();
      that(
          bench.receiver().receiveQueue().size() >= size,
          "a queue opened with size %d says it holds %d",
          size,
          bench.receiver().receiveQueue().size());
      bench.fill(1, size);
      List<Long> contexts =
          bench.receiver().receive().drain(size).stream().map(Entry::context).toList();
      equal(LongStream.rangeClosed(1, size).boxed().toList(), contexts, "contexts, size %d", size);
    }
  }

  private static void sizeZero(Trial trial) {
    Bench bench = Bench.on(trial).size(0).open();
    int size = bench.receiver().receiveQueue().size();
    that(size > 0, "a queue of the default size says it holds %d", size);
    bench.fill(1, 16);
    bench.receiver().receive().drain(16);
    trial.chose("size 0 gives %d", size);
  }

  private static void flags(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    bench.openQueue(CompletionQueueAttributes.builder().flags(0).build());
    bench.openQueue(
        CompletionQueueAttributes.builder().flags(CompletionQueueAttributes.AFFINITY).build());
    trial.chose("undefined flag 1<<3: %s", answerTo(bench, 1L << 3));
  }

  private static String answerTo(Bench bench, long flags) {
    try {
      bench.openQueue(CompletionQueueAttributes.builder().flags(flags).build());
      return "accepted";
    } catch (FabricException refusal) {
      equal(Errno.EINVAL, refusal.errno(), "errno of the refusal");
      return "-FI_EINVAL";
    }
  }

  private static void signalingVector(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    bench.openQueue(CompletionQueueAttributes.builder().signalingVector(-7).build());
    bench.openQueue(
        CompletionQueueAttributes.builder()
            .flags(CompletionQueueAttributes.AFFINITY)
            .signalingVector(0)
            .build());
  }

  private static void unknownFormat(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    rejected(
        IllegalArgumentException.class, "format 77", () -> bench.openQueue(formatNumbered(77)));
    rejected(
        IllegalArgumentException.class,
        "format null",
        () -> bench.openQueue(CompletionQueueAttributes.polling(null)));
    bench.openQueue(formatNumbered(CompletionFormat.DATA.value())).close();
    bench.domain().close();
    trial.chose("format=77 is an IllegalArgumentException");
  }

  private static CompletionQueueAttributes formatNumbered(int number) {
    return CompletionQueueAttributes.polling(CompletionFormat.of(number));
  }

  private static void allZero(Trial trial) {
    Bench bench = Bench.on(trial).queue(CompletionQueueAttributes.defaults()).open();
    bench.fill(1, 1);
    QueueReader queue = bench.receiver().receive();
    int waited = queue.sread(1, 100);
    that(waited < 0, "sread of a queue with FI_WAIT_NONE returned %d", waited);
    returned(1, queue.read(1), "read of a queue opened with zero attributes");
    CompletionQueue noAttributes = bench.keep(bench.domain().openCompletionQueue(null, null));
    equal(CompletionFormat.CONTEXT, noAttributes.format().effective(), "format without attributes");
  }
}
