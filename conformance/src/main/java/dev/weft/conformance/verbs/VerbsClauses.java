package dev.weft.conformance.verbs;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.queue.AckClauses;
import dev.weft.conformance.verbs.queue.ArmClauses;
import dev.weft.conformance.verbs.queue.AssociationClauses;
import dev.weft.conformance.verbs.queue.CreateClauses;
import dev.weft.conformance.verbs.queue.DestroyClauses;
import dev.weft.conformance.verbs.queue.ExtendedClauses;
import dev.weft.conformance.verbs.queue.FieldClauses;
import dev.weft.conformance.verbs.queue.GetClauses;
import dev.weft.conformance.verbs.queue.HandlerClauses;
import dev.weft.conformance.verbs.queue.IteratorClauses;
import dev.weft.conformance.verbs.queue.OverrunClauses;
import dev.weft.conformance.verbs.queue.ParentDomainClauses;
import dev.weft.conformance.verbs.queue.PollClauses;
import dev.weft.conformance.verbs.queue.ResizeClauses;
import dev.weft.conformance.verbs.queue.SolicitedClauses;
import dev.weft.conformance.verbs.queue.StatusClauses;
import dev.weft.conformance.verbs.queue.TimestampClauses;
import dev.weft.conformance.verbs.queuepair.ContentClauses;
import dev.weft.conformance.verbs.queuepair.DatagramClauses;
import dev.weft.conformance.verbs.queuepair.LocalKeyClauses;
import dev.weft.conformance.verbs.queuepair.OperationClauses;
import dev.weft.conformance.verbs.queuepair.OrderClauses;
import dev.weft.conformance.verbs.queuepair.PathClauses;
import dev.weft.conformance.verbs.queuepair.PostingClauses;
import dev.weft.conformance.verbs.queuepair.QueuePairInitClauses;
import dev.weft.conformance.verbs.queuepair.RefusalClauses;
import dev.weft.conformance.verbs.queuepair.ReliableDatagramClauses;
import dev.weft.conformance.verbs.queuepair.RemoteAccessClauses;
import dev.weft.conformance.verbs.queuepair.ScatterClauses;
import dev.weft.conformance.verbs.queuepair.StateClauses;
import dev.weft.conformance.verbs.queuepair.TagClauses;
import dev.weft.conformance.verbs.queuepair.WindowClauses;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** All clauses of the verbs API, in the order of the catalogue. */
public final class VerbsClauses {

  /** The catalogue's groups; X are the edge cases that no clause of another group covers. */
  public static final List<String> GROUPS =
      List.of("VC", "VX", "VP", "VN", "VH", "VA", "VE", "VS", "VQ", "VT", "T1", "X");

  /** A message arrives from the peer process. */
  public static final Clause.Body MEETING = VerbsClauses::meet;

  private VerbsClauses() {}

  /** Whether a provider has a device. */
  public static boolean isOffered(String provider) {
    return VerbsBench.find(provider).isPresent();
  }

  /** Whether a provider has a device of the installed libibverbs. */
  public static boolean isInstalled(String provider) {
    return VerbsBench.find(provider).filter(device -> !VerbsBench.isSoftware(device)).isPresent();
  }

  /** Every clause. A new class of clauses must be added here. */
  public static List<Clause> all() {
    return Stream.of(queues(), notification(), contents(), work())
        .flatMap(Function.identity())
        .flatMap(List::stream)
        .sorted(
            Comparator.<Clause>comparingInt(clause -> GROUPS.indexOf(clause.group()))
                .thenComparing(Clause::id))
        .toList();
  }

  private static void meet(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair();
    pair.deliver(1);
    pair.receiver().receives().numbers(1);
  }

  /** VC, VX, VP. */
  private static Stream<List<Clause>> queues() {
    return Stream.of(
        CreateClauses.clauses(),
        ResizeClauses.clauses(),
        DestroyClauses.clauses(),
        ExtendedClauses.clauses(),
        ParentDomainClauses.clauses(),
        PollClauses.clauses(),
        IteratorClauses.clauses(),
        FieldClauses.clauses());
  }

  /** VN, VH. */
  private static Stream<List<Clause>> notification() {
    return Stream.of(
        ArmClauses.clauses(), GetClauses.clauses(), AckClauses.clauses(), HandlerClauses.clauses());
  }

  /** VA, VE, VS, VT. */
  private static Stream<List<Clause>> contents() {
    return Stream.of(
        AssociationClauses.clauses(),
        ContentClauses.clauses(),
        ScatterClauses.clauses(),
        DatagramClauses.clauses(),
        ReliableDatagramClauses.clauses(),
        SolicitedClauses.clauses(),
        TimestampClauses.clauses());
  }

  /** VQ. */
  private static Stream<List<Clause>> work() {
    return Stream.of(
        PostingClauses.clauses(),
        RefusalClauses.clauses(),
        WindowClauses.clauses(),
        QueuePairInitClauses.clauses(),
        PathClauses.clauses(),
        OrderClauses.clauses(),
        StatusClauses.clauses(),
        RemoteAccessClauses.clauses(),
        LocalKeyClauses.clauses(),
        OperationClauses.clauses(),
        StateClauses.clauses(),
        TagClauses.clauses(),
        OverrunClauses.clauses());
  }
}
