package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.ClauseSkipped;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.PairPlan;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.RegionChange;
import dev.weft.verbs.completion.CompletionStatus;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * VQ: remote access that was allowed ends with its region, its right or its connection. A provider
 * may access memory of the peer without the peer's help once a connection is in use.
 */
public final class RemoteAccessClauses {
  private static final String POLL = "ibv_poll_cq(3), status";
  private static final int BYTES = 64;
  private static final int LONG = 20_000;

  private RemoteAccessClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-22A", Level.SETTLED, POLL + "; ibv_dereg_mr(3)")
            .says("access to a region that was deregistered after use is REM_ACCESS_ERR")
            .lookAt("where the keys of a peer are kept")
            .check(RemoteAccessClauses::regionIsGone),
        clause("VQ-22B", Level.REQUIRED, "ibv_rereg_mr(3)")
            .says("a region that is registered again has other memory and rights, or is as before")
            .lookAt("what is replaced under the key of a region")
            .check(RemoteAccessClauses::regionChanges),
        clause("VQ-23A", Level.UNSTATED, "ibv_modify_qp(3), qp_access_flags")
            .says("what the remote pair no longer allows fails, what it still allows works")
            .lookAt("where the access flags of a peer are kept")
            .check(RemoteAccessClauses::rightIsGone),
        clause("VQ-25b", Level.SETTLED, "ibv_modify_qp(3), IBV_QPS_ERR, IBV_QPS_RESET")
            .says(
                "a pair that left the connection is not accessed: RETRY_EXC_ERR, memory as it was")
            .lookAt("where it is kept that two pairs are connected")
            .within(Duration.ofSeconds(60))
            .check(RemoteAccessClauses::connectionIsGone),
        clause("VQ-19a", Level.SETTLED, POLL)
            .says("a long send on a connection in use fails like a short one if it does not fit")
            .lookAt("the checks before long data are copied")
            .check(RemoteAccessClauses::longSendDoesNotFit));
  }

  /** Uses a connection in each way. */
  private static void use(Pair pair, Buffer target) {
    pair.deliver(90);
    pair.receiver().receives().numbers(1);
    pair.sender().buffer().pattern(0, BYTES, 3);
    pair.sender().post(91, r -> r.write(target.address(0), target.rkey()));
    pair.sender().post(92, r -> r.read(target.address(0), target.rkey()));
    pair.sender().sends().numbers(2);
    target.expectPattern(0, Party.BYTES, 3, "memory after a write");
  }

  private static Work refused(Pair pair, Buffer target, Set<Integer> allowed) {
    target.pattern(0, BYTES, 5);
    pair.sender().post(93, r -> r.write(target.address(0), target.rkey()));
    Work work = pair.sender().sends().expect(1).getFirst();
    that(allowed.contains(work.status()), "status of %s", work);
    target.expectPattern(0, BYTES, 5, "memory after a write that is not allowed");
    return work;
  }

  private static void regionIsGone(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    Buffer target =
        Buffer.register(bench.domain(), bench.here().memory().apply(BYTES), Buffer.OPEN);
    use(pair, target);
    target.region().close();
    refused(pair, target, Set.of(CompletionStatus.REM_ACCESS_ERR));
  }

  private static void regionChanges(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    Buffer target =
        Buffer.register(bench.domain(), bench.here().memory().apply(BYTES), Buffer.OPEN);
    try (MemoryRegion _ = target.region()) {
      changeRegion(pair, target, bench.here().memory().apply(2 * BYTES));
    }
  }

  private static void changeRegion(Pair pair, Buffer target, MemorySegment other) {
    use(pair, target);
    MemoryRegion region = target.region();
    int wrong = reregistered(region, RegionChange.TRANSLATION, null, 0);
    equal(RegionChange.ERR_INPUT, wrong, "rereg_mr without memory");
    use(pair, target);
    equal(0, reregistered(region, RegionChange.TRANSLATION, other, 0), "rereg_mr");
    equal(other.byteSize(), region.length(), "length of the region");
    long last = region.address() + 2L * BYTES - Party.BYTES;
    pair.sender().post(94, r -> r.write(last, region.rkey()));
    pair.sender().sends().expectStatus(CompletionStatus.SUCCESS);
    int reading = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE_READ;
    equal(0, reregistered(region, RegionChange.ACCESS, null, reading), "rereg_mr");
    pair.sender().post(95, r -> r.read(last, region.rkey()));
    pair.sender().sends().expectStatus(CompletionStatus.SUCCESS);
    pair.sender().post(96, r -> r.write(last, region.rkey()));
    pair.sender().sends().expectStatus(CompletionStatus.REM_ACCESS_ERR);
  }

  private static int reregistered(
      MemoryRegion region, int flags, MemorySegment memory, int access) {
    try {
      return region.rereg(flags, null, memory, access);
    } catch (VerbsException refusal) {
      throw new ClauseSkipped("the device cannot register again: " + refusal.getMessage());
    }
  }

  private static void rightIsGone(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair();
    Buffer target = pair.receiver().buffer();
    use(pair, target);
    pair.receiver()
        .modified(
            QueuePairAttributes.builder()
                .state(QueuePairState.RTS)
                .accessFlags(RegionAccess.REMOTE_READ)
                .build());
    pair.sender().post(94, r -> r.read(target.address(0), target.rkey()));
    pair.sender().sends().expectStatus(CompletionStatus.SUCCESS);
    Set<Integer> allowed =
        Set.of(CompletionStatus.REM_INV_REQ_ERR, CompletionStatus.REM_ACCESS_ERR);
    trial.chose("%s", CompletionStatus.name(refused(pair, target, allowed).status()));
  }

  private static void connectionIsGone(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    PairPlan plan = bench.plan(QueuePairType.RC).retries(2, 12);
    List<Consumer<Party>> ends =
        List.of(
            party -> party.move(QueuePairState.ERR),
            party -> party.move(QueuePairState.RESET),
            party -> {
              party.move(QueuePairState.RESET);
              plan.connect(party, plan.party(bench.here(), null, null));
            });
    for (Consumer<Party> end : ends) {
      Pair pair = plan.open();
      Buffer target = pair.receiver().buffer();
      use(pair, target);
      end.accept(pair.receiver());
      refused(pair, target, Set.of(CompletionStatus.RETRY_EXC_ERR));
    }
  }

  private static void longSendDoesNotFit(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    for (PairPlan plan : List.of(bench.plan(QueuePairType.RC), fromHere(bench))) {
      Pair pair = plan.open();
      use(pair, pair.receiver().buffer());
      Buffer target = pair.receiver().buffer();
      pair.receiver().receiveAt(1, Party.RECEIVES, LONG - 1);
      target.pattern(Party.RECEIVES + LONG - 1, BYTES, 9);
      pair.sender().sendBytes(2, LONG);
      pair.sender().sends().expectStatus(CompletionStatus.REM_INV_REQ_ERR);
      pair.receiver().receives().expectStatus(CompletionStatus.LOC_LEN_ERR);
      target.expectPattern(Party.RECEIVES + LONG - 1, BYTES, 9, "memory past the receive");
    }
  }

  private static PairPlan fromHere(VerbsBench bench) {
    return bench.plan(QueuePairType.RC).senderHere();
  }
}
