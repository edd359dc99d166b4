package dev.weft.conformance.verbs;

import dev.weft.conformance.Clause;
import dev.weft.conformance.Trial;
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
