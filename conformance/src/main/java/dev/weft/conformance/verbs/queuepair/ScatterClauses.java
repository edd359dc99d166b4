package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.scatter.PartList;
import dev.weft.conformance.scatter.Programs;
import dev.weft.conformance.verbs.bench.ReliableBench;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.queuepair.ScatterShape.Way;
import dev.weft.verbs.attributes.QueuePairType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** VE-15: buffers of requests and receives with random numbers, lengths and places. */
public final class ScatterClauses {
  private static final String LISTS = "ibv_post_send(3), ibv_post_recv(3), sg_list";
  private static final int[][] LENGTHS = {
    {3, 5},
    {1, 1},
    {8, 3, 8},
    {0, 7, 0, 2},
    sixteen(),
    {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
    {20_001}
  };
  private static final int[] WORD = {3, 5};
  private static final int ALIGNED = 4_096;

  private ScatterClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VE-15A", Level.SETTLED, LISTS)
            .says("a list's bytes arrive in its order, also where no length is a multiple of 8")
            .lookAt("where each buffer's bytes begin in what travels")
            .check(ScatterClauses::oddLengths),
        clause("VE-15B", Level.SETTLED, LISTS)
            .says("a list of any buffers moves their bytes and no other, for every operation")
            .lookAt("the walk along both lists, against the shape that is named")
            .within(Duration.ofSeconds(60 + Programs.count() / 10))
            .check(ScatterClauses::anyLists));
  }

  private static int[] sixteen() {
    int[] lengths = new int[16];
    Arrays.fill(lengths, 9);
    lengths[15] = 6;
    return lengths;
  }

  private static List<ScatterPair> pairs(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    List<ScatterPair> pairs = new ArrayList<>();
    for (QueuePairType type : List.of(QueuePairType.RC, QueuePairType.UC, QueuePairType.UD)) {
      pairs.add(ScatterPair.of(bench, type));
    }
    pairs.add(ScatterPair.sharing(bench));
    if (trial.peerProcess() != null) {
      pairs.add(ScatterPair.fromHere(bench));
    }
    if (bench.device().maxEe() > 0) {
      pairs.add(ScatterPair.reliableDatagram(ReliableBench.on(trial)));
    }
    return pairs;
  }

  private static void oddLengths(Trial trial) {
    for (ScatterPair pair : pairs(trial)) {
      for (int opcode : pair.opcodes()) {
        for (int[] lengths : ScatterShape.isAtomic(opcode) ? new int[][] {WORD} : LENGTHS) {
          check(pair, opcode, PartList.of(lengths));
        }
      }
    }
  }

  private static List<Set<Way>> ways() {
    return List.of(
        EnumSet.noneOf(Way.class), EnumSet.of(Way.INLINE), EnumSet.of(Way.LATE, Way.BEHIND));
  }

  private static void check(ScatterPair pair, int opcode, PartList own) {
    if (pair.type() == QueuePairType.UD && own.total() > pair.maxDatagram()) {
      return;
    }
    PartList receive = PartList.of(1, 41, 2, own.total());
    for (Set<Way> ways : ways()) {
      ScatterShape shape = new ScatterShape(opcode, own, receive, ALIGNED, ways);
      String difference = pair.difference(shape);
      Check.that(difference == null, "%s, %s: %s", pair.name(), shape, difference);
    }
  }

  private static void anyLists(Trial trial) {
    int count = trial.peerProcess() == null ? Programs.count() : Programs.count() / 5;
    for (ScatterPair pair : pairs(trial)) {
      Programs.check(
          pair.name(),
          count,
          seed -> ScatterShape.random(seed, pair.limits()),
          ScatterShape::smaller,
          pair::difference);
    }
  }
}
