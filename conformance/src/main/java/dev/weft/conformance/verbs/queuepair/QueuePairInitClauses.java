package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.OptionalCalls.isOffered;
import static dev.weft.conformance.verbs.bench.VerbsCheck.refused;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.PairPlan;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.Receives;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SendOperations;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** VA, VQ: attributes that the creation of a queue pair refuses or ignores. */
public final class QueuePairInitClauses {
  private static final String CREATE = "ibv_create_qp(3)";
  private static final String EXTENDED = "ibv_create_qp_ex(3), send_ops_flags";
  private static final Set<Integer> NOT_HERE = Set.of(VerbsErrno.EOPNOTSUPP, VerbsErrno.EINVAL);

  private static final long DATAGRAM = SendOperations.SEND | SendOperations.SEND_WITH_IMM;
  private static final long UNRELIABLE =
      DATAGRAM
          | SendOperations.RDMA_WRITE
          | SendOperations.RDMA_WRITE_WITH_IMM
          | SendOperations.LOCAL_INV
          | SendOperations.BIND_MW
          | SendOperations.SEND_WITH_INV;

  /** The operations of each type, and those that only a reliable pair has. */
  private static final Map<QueuePairType, Long> OPERATIONS =
      Map.of(
          QueuePairType.UD,
          DATAGRAM,
          QueuePairType.UC,
          UNRELIABLE,
          QueuePairType.RC,
          UNRELIABLE
              | SendOperations.RDMA_READ
              | SendOperations.ATOMIC_CMP_AND_SWP
              | SendOperations.ATOMIC_FETCH_AND_ADD
              | SendOperations.FLUSH
              | SendOperations.ATOMIC_WRITE);

  private QueuePairInitClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-03b", Level.SETTLED, EXTENDED)
            .says("an operation that the type does not have is refused at creation already")
            .lookAt("how creation compares send_ops_flags with the operations of the type")
            .check(QueuePairInitClauses::sendOperations),
        clause("VQ-42a", Level.REQUIRED, CREATE + ", notes")
            .says("with a shared receive queue the pair's own receive capabilities do not count")
            .lookAt("what creation checks of max_recv_wr and max_recv_sge")
            .check(QueuePairInitClauses::receiveCapabilities),
        clause("VQ-42b", Level.OPTIONAL, "InfiniBand architecture, Create Queue Pair")
            .says("a UC pair with a shared receive queue is refused, or works")
            .lookAt("which types may share receives")
            .check(QueuePairInitClauses::unreliableAndShared));
  }

  private static QueuePairInit.Builder init(QueuePairType type, CompletionQueue queue) {
    return QueuePairInit.builder(type).completionQueue(queue);
  }

  private static void sendOperations(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    OPERATIONS.forEach(
        (type, known) -> {
          for (int bit = 0; bit < Long.SIZE; bit++) {
            long operation = 1L << bit;
            if ((known & operation) == 0) {
              VerbsCheck.refusedWithOneOf(
                  NOT_HERE,
                  "create_qp of %s with %s".formatted(type, SendOperations.describe(operation)),
                  () -> create(bench, init(type, queue).sendOperations(operation)));
            }
          }
          long offered = offered(bench, type, queue, known);
          create(bench, init(type, queue).sendOperations(offered)).close();
          if (offered != known) {
            trial.chose("%s lacks %s", type, SendOperations.describe(known & ~offered));
          }
        });
    queue.close();
  }

  /** Those operations that the device has; it may lack some of those that the type can have. */
  private static long offered(
      VerbsBench bench, QueuePairType type, CompletionQueue queue, long known) {
    long offered = 0;
    for (long rest = known; rest != 0; rest &= rest - 1) {
      long operation = Long.lowestOneBit(rest);
      if (isOffered(() -> create(bench, init(type, queue).sendOperations(operation)).close())) {
        offered |= operation;
      }
    }
    return offered;
  }

  private static QueuePair create(VerbsBench bench, QueuePairInit.Builder init) {
    return bench.keep(bench.domain().createQp(init.build()));
  }

  private static void receiveCapabilities(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    SharedReceiveQueue shared = bench.shared(SharedReceiveQueueInit.basic(4, 2));
    int beyond = bench.device().maxQpWr() + 1;
    for (int receives : new int[] {0, beyond, -1}) {
      PairPlan plan =
          bench
              .plan(QueuePairType.RC)
              .shared(shared)
              .capabilities(new QueuePairCapabilities(4, 4, 1, 1, 64))
              .receiverCapabilities(new QueuePairCapabilities(4, receives, 1, receives, 64));
      Pair pair = plan.open();
      QueuePairCapabilities has = pair.receiver().pair().capabilities();
      that(has.maxReceiveWr() >= 0 && has.maxReceiveSge() >= 0, "capabilities %s", has);
      Receives.post(shared, pair.receiver().buffer(), 7, Party.slot(7), Party.SLOT);
      pair.sender().send(1);
      equal(List.of(7L), pair.receiver().receives().numbers(1), "wr_id of the shared receive");
    }
    refused(
        VerbsErrno.EINVAL,
        "create_qp of more receives than the device has, without a shared queue",
        () ->
            create(
                bench,
                init(QueuePairType.RC, bench.queue(8))
                    .capabilities(QueuePairCapabilities.of(4, beyond))));
  }

  private static void unreliableAndShared(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    SharedReceiveQueue shared = bench.shared(SharedReceiveQueueInit.basic(4, 2));
    CompletionQueue queue = bench.queue(8);
    try {
      create(bench, init(QueuePairType.UC, queue).sharedReceiveQueue(shared)).close();
      Pair pair = bench.plan(QueuePairType.UC).shared(shared).open();
      Receives.post(shared, pair.receiver().buffer(), 7, Party.slot(7), Party.SLOT);
      pair.sender().send(1);
      equal(List.of(7L), pair.receiver().receives().numbers(1), "wr_id of the shared receive");
      trial.chose("UC pairs share receives");
    } catch (VerbsException refusal) {
      that(NOT_HERE.contains(refusal.errno()), "refused with %s", refusal);
      shared.close();
      queue.close();
      trial.chose("UC pairs with a shared receive queue: %s", VerbsErrno.name(refusal.errno()));
    }
  }
}
