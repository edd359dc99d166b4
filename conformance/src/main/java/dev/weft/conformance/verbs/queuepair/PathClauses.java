package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.rejected;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;
import static dev.weft.conformance.verbs.bench.VerbsCheck.refused;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.PairPlan;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.AddressHandleAttributes.GlobalRoute;
import dev.weft.verbs.attributes.DeviceCapabilities;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.PathMigrationState;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.completion.WcFlags;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** VE, VQ: valid and invalid paths of address handles and queue pairs. */
public final class PathClauses {
  private static final int[] WRONG_LIDS = {-1, 1 << 16, Integer.MIN_VALUE, Integer.MAX_VALUE};
  private static final int[] WRONG_LEVELS = {-1, 16, 256};
  private static final int[] WRONG_PATH_BITS = {-1, 128, 256};

  /** Between two rates of {@code enum ibv_rate}, and beyond the last. */
  private static final int[] WRONG_RATES = {-1, 1, 25, 255, 256};

  private static final int[] WRONG_PORTS = {-1, 0, 3, 256};
  private static final int[] WRONG_LABELS = {-1, 1 << 20, Integer.MIN_VALUE};
  private static final int[] WRONG_BYTES = {-1, 256};

  private PathClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VE-22a", Level.SETTLED, "ibv_create_ah(3); ibv_modify_qp(3), ah_attr")
            .says("a path attribute outside its range is refused with EINVAL, and nothing changes")
            .lookAt("the checks of ibv_ah_attr and ibv_global_route")
            .check(PathClauses::ranges),
        clause("VE-22b", Level.SETTLED, "ibv_init_ah_from_wc(3)")
            .says("without a completion, or without the GRH that it flags, there is no address")
            .lookAt("what init_ah_from_wc checks of its arguments")
            .check(PathClauses::missingCompletion),
        clause("VQ-43a", Level.SETTLED, "ibv_modify_qp(3)")
            .says("an attribute that its field, its enum or the device does not have is EINVAL")
            .lookAt("the ranges of ibv_qp_attr")
            .check(PathClauses::attributes));
  }

  private static List<AddressHandleAttributes> wrongPaths(int lid, Gid gid) {
    List<AddressHandleAttributes> wrong = new ArrayList<>();
    for (int value : WRONG_LIDS) {
      wrong.add(AddressHandleAttributes.local(value));
    }
    for (int value : WRONG_LEVELS) {
      wrong.add(AddressHandleAttributes.local(lid).withServiceLevel(value));
    }
    for (int value : WRONG_PATH_BITS) {
      wrong.add(AddressHandleAttributes.local(lid).withSourcePathBits(value));
    }
    for (int value : WRONG_RATES) {
      wrong.add(new AddressHandleAttributes(null, lid, 0, 0, value, 1));
    }
    for (int value : WRONG_PORTS) {
      wrong.add(AddressHandleAttributes.local(lid).withPort(value));
    }
    for (int value : WRONG_LABELS) {
      wrong.add(routed(lid, new GlobalRoute(gid, value, 0, 1, 0)));
    }
    for (int value : WRONG_BYTES) {
      wrong.add(routed(lid, new GlobalRoute(gid, 0, value, 1, 0)));
      wrong.add(routed(lid, new GlobalRoute(gid, 0, 0, value, 0)));
      wrong.add(routed(lid, new GlobalRoute(gid, 0, 0, 1, value)));
    }
    return wrong;
  }

  private static AddressHandleAttributes routed(int lid, GlobalRoute route) {
    return new AddressHandleAttributes(route, lid, 0, 0, 0, 1);
  }

  private static void ranges(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    int lid = bench.here().lid();
    Gid gid = bench.context().queryGid(1, 0);
    PairPlan plan = bench.plan(QueuePairType.RC).bothHere();
    Pair pair = plan.openReset();
    pair.sender().modified(plan.toInit());
    QueuePairAttributes good = plan.toReceive(pair.sender(), pair.receiver());
    for (AddressHandleAttributes path : wrongPaths(lid, gid)) {
      refused(VerbsErrno.EINVAL, "create_ah of " + path, () -> bench.domain().createAh(path));
      QueuePairAttributes bad = good.toBuilder().addressVector(path).build();
      answered(VerbsErrno.EINVAL, pair.sender().pair().modify(bad), "modify_qp to %s", path);
      equal(QueuePairState.INIT, pair.sender().pair().state(), "state after a path refused");
      equal(null, pair.sender().pair().query().addressVector(), "path after one was refused");
    }
    AddressHandleAttributes largest =
        new AddressHandleAttributes(
            new GlobalRoute(gid, (1 << 20) - 1, 0, 255, 255), 0xFFFF, 15, 0, 24, 1);
    bench.domain().createAh(largest).close();
    pair.sender().modified(good.toBuilder().addressVector(largest).build());
    equal(largest, pair.sender().pair().query().addressVector(), "the path");
  }

  private static void missingCompletion(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.UD).bothHere().open();
    Gid gid = bench.context().queryGid(1, 0);
    var routed = bench.domain().createAh(AddressHandleAttributes.global(bench.here().lid(), gid));
    bench.keep(routed);
    Inbox inbox = bench.plainInbox(pair.receiver().receives().queue());
    pair.receiver().receive(1);
    pair.sender().post(1, r -> r.to(routed, pair.receiver().number(), PairPlan.QKEY));
    inbox.expect(1);
    equal(WcFlags.GRH, inbox.batch().wcFlags(0) & WcFlags.GRH, "the GRH flag");
    MemorySegment header = pair.receiver().buffer().memory().asSlice(Party.slot(1), 40);
    rejected(
        IllegalArgumentException.class,
        "init_ah_from_wc without completions",
        () -> bench.context().initAhFromWc(1, null, 0, header));
    rejected(
        IllegalArgumentException.class,
        "init_ah_from_wc without the header",
        () -> bench.context().initAhFromWc(1, inbox.batch(), 0, null));
    rejected(
        IllegalArgumentException.class,
        "init_ah_from_wc with half a header",
        () -> bench.context().initAhFromWc(1, inbox.batch(), 0, header.asSlice(0, 20)));
    rejected(
        IndexOutOfBoundsException.class,
        "init_ah_from_wc of a completion that the batch does not have",
        () -> bench.context().initAhFromWc(1, inbox.batch(), inbox.batch().capacity(), header));
    equal(
        gid,
        bench.context().initAhFromWc(1, inbox.batch(), 0, header).globalRoute().dgid(),
        "dgid of the answer");
  }

  private static void attributes(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    PairPlan plan = bench.plan(QueuePairType.RC).bothHere();
    Pair pair = plan.openReset();
    QueuePair queuePair = pair.sender().pair();
    QueuePairAttributes init = plan.toInit();
    refuses(
        queuePair,
        List.of(
            init.toBuilder().accessFlags(1 << 15).build(),
            init.toBuilder().accessFlags(Integer.MIN_VALUE).build(),
            init.toBuilder().pkeyIndex(-1).build(),
            init.toBuilder().pkeyIndex(1 << 16).build(),
            init.toBuilder().port(0).build(),
            init.toBuilder().port(-1).build()));
    pair.sender().modified(init);
    afterInit(plan, pair);
  }

  private static void afterInit(PairPlan plan, Pair pair) {
    QueuePair queuePair = pair.sender().pair();
    QueuePairAttributes receive = plan.toReceive(pair.sender(), pair.receiver());
    refuses(
        queuePair,
        List.of(
            receive.toBuilder().destinationQpn(1 << 24).build(),
            receive.toBuilder().destinationQpn(-1).build(),
            receive.toBuilder().minRnrTimer(32).build(),
            receive.toBuilder().maxDestinationReadAtomic(256).build(),
            receive.toBuilder().maxDestinationReadAtomic(-1).build(),
            receive.toBuilder().pathMtu(null).build(),
            receive.toBuilder().addressVector(null).build(),
            receive.toBuilder().alternatePath(null).build()));
    pair.sender().modified(receive);
    QueuePairAttributes send = plan.toSend(pair.sender());
    refuses(
        queuePair,
        List.of(
            send.toBuilder().timeout(32).build(),
            send.toBuilder().retryCount(8).build(),
            send.toBuilder().rnrRetry(8).build(),
            send.toBuilder().maxReadAtomic(256).build(),
            send.toBuilder().pathMigration(null).build(),
            send.toBuilder().currentState(null).build()));
    pair.sender().modified(send);
    migration(pair.sender());
  }

  private static void migration(Party party) {
    int capabilities = party.pair().verbs().queryDevice().capabilities();
    if ((capabilities & DeviceCapabilities.AUTO_PATH_MIG) == 0) {
      refuses(
          party.pair(),
          List.of(
              QueuePairAttributes.builder()
                  .alternatePath(party.pair().query().addressVector())
                  .build(),
              QueuePairAttributes.builder().pathMigration(PathMigrationState.REARM).build()));
    }
  }

  private static void refuses(QueuePair pair, List<QueuePairAttributes> wrong) {
    QueuePairState before = pair.state();
    for (int i = 0; i < wrong.size(); i++) {
      answered(VerbsErrno.EINVAL, pair.modify(wrong.get(i)), "modify_qp in %s, %d", before, i);
      equal(before, pair.state(), "state after modify_qp was refused");
    }
  }
}
