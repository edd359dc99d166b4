package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.WindowBench;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.SendFlags;
import java.lang.foreign.Arena;
import java.util.List;

/** VQ-34: binds of memory windows that change nothing. */
public final class WindowClauses {
  private static final String BIND = "ibv_bind_mw(3)";

  /** An index beyond all that are in use, with any lowest byte. */
  private static final int FAR_INDEX = 0x7FFF_FF00;

  private WindowClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-34a", Level.SETTLED, BIND)
            .says("a window of another domain or context, or one that was freed, is not bound")
            .lookAt("how posting compares domains")
            .check(WindowClauses::foreignWindows),
        clause("VQ-34b", Level.SETTLED, "ibv_wr_post(3); " + BIND)
            .says("a window whose bind was not posted keeps its key")
            .lookAt("when a bind changes the window's rkey")
            .check(WindowClauses::bindsNotPosted),
        clause("VQ-34c", Level.SETTLED, "ibv_post_send(3), wr.bind_mw.rkey; ibv_inc_rkey")
            .says("a bind under a key of another index fails, and other keys stay valid")
            .lookAt("what the device takes for the identity of a window")
            .check(WindowClauses::foreignKeys));
  }

  private static void foreignWindows(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.RC).bothHere().open();
    VerbsContext stranger = bench.openContext();
    ProtectionDomain sameNumber = bench.keep(stranger.allocPd());
    MemoryWindowBind part = WindowBench.part(pair.sender(), RegionAccess.REMOTE_READ);
    for (MemoryWindowType type : MemoryWindowType.values()) {
      MemoryWindow foreign = bench.keep(sameNumber.allocMw(type));
      notBound(pair.sender(), foreign, part, VerbsErrno.EPERM);
      MemoryWindow other = bench.keep(bench.keep(bench.context().allocPd()).allocMw(type));
      notBound(pair.sender(), other, part, VerbsErrno.EPERM);
      MemoryWindow freed = bench.domain().allocMw(type);
      freed.close();
      notBound(pair.sender(), freed, part, VerbsErrno.EINVAL);
      MemoryWindow own = bench.keep(bench.domain().allocMw(type));
      Buffer strange = Buffer.register(sameNumber, Arena.ofAuto().allocate(64), Buffer.OPEN);
      bench.keep(strange.region());
      MemoryWindowBind elsewhere = new MemoryWindowBind().part(strange.region(), 0, 8);
      notBound(pair.sender(), own, elsewhere, VerbsErrno.EPERM);
    }
    pair.deliver(4);
  }

  private static void notBound(
      Party party, MemoryWindow window, MemoryWindowBind part, int expected) {
    int before = window.rkey();
    int answer =
        window.type() == MemoryWindowType.TYPE_1
            ? WindowBench.bind(party, window, 1, part)
            : party.pair().postSend(party.request(1).bindMw(window, window.nextRkey(), part));
    answered(expected, answer, "bind of %s", window);
    equal(before, window.rkey(), "rkey after a bind that was refused");
    party.sends().expectEmpty("a bind that was refused");
  }

  private static void bindsNotPosted(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Party owner = bench.plan(QueuePairType.RC).bothHere().open().sender();
    MemoryWindow window = WindowBench.allocate(bench, owner, MemoryWindowType.TYPE_2);
    MemoryWindowBind part = WindowBench.part(owner, RegionAccess.REMOTE_READ);
    int before = window.rkey();
    int next = window.nextRkey();
    WorkBuilder builder = owner.pair().startWork().wrId(1).flags(SendFlags.SIGNALED);
    builder.bindMw(window, next, part).abort();
    equal(before, window.rkey(), "rkey after wr_abort");
    builder = owner.pair().startWork().wrId(2).flags(SendFlags.SIGNALED);
    builder.bindMw(window, next, part).sge(0, 0, 1);
    answered(VerbsErrno.EINVAL, builder.complete(), "wr_complete of a list with a fault");
    equal(before, window.rkey(), "rkey after wr_complete was refused");
    owner.sends().expectEmpty("binds that were not posted");
    builder = owner.pair().startWork().wrId(3).flags(SendFlags.SIGNALED);
    answered(0, builder.bindMw(window, next, part).complete(), "wr_complete");
    equal(next, window.rkey(), "rkey after wr_complete");
    equal(List.of(3L), owner.sends().numbers(1), "wr_id of the bind");
  }

  private static void foreignKeys(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    Party owner = pair.receiver();
    MemoryWindow other = WindowBench.bound(bench, owner);
    int region = owner.buffer().rkey();
    for (int key : List.of(region, other.rkey(), other.nextRkey(), FAR_INDEX)) {
      bindUnderForeignKey(bench, key);
      for (int open : List.of(region, other.rkey())) {
        pair.sender().post(1, r -> r.write(owner.buffer().address(0), open));
        equal(List.of(1L), pair.sender().sends().numbers(1), "a write after that bind");
      }
    }
  }

  /** Fails to bind a window, binds it under a key of its own then, and closes it. */
  private static void bindUnderForeignKey(VerbsBench bench, int key) {
    Party party = bench.pair().receiver();
    MemoryWindow window = party.station().domain().allocMw(MemoryWindowType.TYPE_2);
    int next = window.nextRkey();
    MemoryWindowBind part = WindowBench.part(party, RegionAccess.REMOTE_READ);
    int answer = party.pair().postSend(party.request(1).bindMw(window, key, part));
    if (answer == 0) {
      party.sends().expectStatus(CompletionStatus.MW_BIND_ERR);
    } else {
      answered(VerbsErrno.EINVAL, answer, "post_send of a bind under rkey=0x%x", key);
    }
    Party good = bench.pair().receiver();
    MemoryWindowBind elsewhere = WindowBench.part(good, RegionAccess.REMOTE_READ);
    good.post(2, r -> r.bindMw(window, next, elsewhere));
    good.sends().expectStatus(CompletionStatus.SUCCESS);
    window.close();
  }
}
