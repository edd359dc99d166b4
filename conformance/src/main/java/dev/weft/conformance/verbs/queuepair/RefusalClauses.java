package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.rejected;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.OptionalCalls;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.PairPlan;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;

/** VQ: requests that posting refuses without any effect. */
public final class RefusalClauses {
  private static final String SEND = "ibv_post_send(3)";
  private static final String BUILDER = "ibv_wr_post(3)";
  private static final List<Integer> WRONG_FLAGS =
      List.of(SendFlags.IP_CSUM, 1 << 5, 1 << 8, 1 << 16, Integer.MIN_VALUE);

  /** Bytes. */
  private static final int PAGE = 4096;

  private RefusalClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-03a", Level.REQUIRED, SEND + ", IBV_SEND_IP_CSUM")
            .says("a flag that the queue pair cannot carry out, or that is unknown, gives EINVAL")
            .lookAt("what posting checks of send_flags")
            .check(RefusalClauses::wrongFlags),
        clause("VQ-06a", Level.REQUIRED, SEND + ", IBV_SEND_INLINE")
            .says("inline data may lie in memory that is not registered")
            .lookAt("where inline data is copied from")
            .check(RefusalClauses::unregisteredInlineData),
        clause("VQ-06b", Level.SETTLED, BUILDER)
            .says("a buffer or an address without a request fails the list with EINVAL")
            .lookAt("what the builder's setters check before they set")
            .check(RefusalClauses::settersWithoutRequest),
        clause("VQ-06c", Level.SETTLED, BUILDER)
            .says("a builder that was not started, or has ended, refuses every call")
            .lookAt("what the builder's calls check of its state")
            .check(RefusalClauses::builderOutsideOfWork),
        clause("VQ-39a", Level.SETTLED, SEND + ", wr.ud.ah; ibv_create_ah(3)")
            .says("a datagram needs an address handle of its domain that was not destroyed")
            .lookAt("what posting checks of the address handle")
            .check(RefusalClauses::addressHandles));
  }

  /** Checks that both posting APIs refuse each request, and that a good one then arrives alone. */
  private static void refuses(
      Pair pair, String what, Consumer<SendWorkRequest> change, Consumer<WorkBuilder> build) {
    Party sender = pair.sender();
    SendWorkRequest wrong = sender.request(1);
    change.accept(wrong);
    BadRequest<SendWorkRequest> bad = new BadRequest<>();
    answered(VerbsErrno.EINVAL, sender.pair().postSend(wrong, bad), "post_send, %s", what);
    equal(wrong, bad.request(), "the bad request, %s", what);
    WorkBuilder builder = sender.pair().startWork().wrId(1).flags(SendFlags.SIGNALED);
    build.accept(builder);
    answered(VerbsErrno.EINVAL, builder.complete(), "wr_complete, %s", what);
    pair.receiver().receive(2);
    sender.send(2);
    equal(List.of(2L), sender.sends().numbers(1), "wr_ids of sends, %s", what);
    equal(List.of(2L), pair.receiver().receives().numbers(1), "wr_ids of receives, %s", what);
  }

  private static void wrongFlags(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair connected = bench.plan(QueuePairType.RC).bothHere().open();
    Pair datagrams = bench.plan(QueuePairType.UD).bothHere().open();
    AddressHandle handle = handleTo(bench, datagrams);
    int number = datagrams.receiver().number();
    for (int flag : WRONG_FLAGS) {
      int flags = flag | SendFlags.SIGNALED;
      String what = SendFlags.describe(flag);
      refuses(connected, what, r -> r.flags(flags), b -> b.flags(flags).send());
      refuses(
          datagrams,
          what,
          r -> r.flags(flags),
          b -> b.flags(flags).send().udAddress(handle, number, PairPlan.QKEY));
    }
  }

  private static AddressHandle handleTo(VerbsBench bench, Pair pair) {
    return bench.keep(pair.sender().station().handleTo(pair.receiver().station()));
  }

  private static void unregisteredInlineData(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.RC).bothHere().open();
    Party sender = pair.sender();
    int flags = SendFlags.SIGNALED | SendFlags.INLINE;
    MemorySegment data = Arena.ofAuto().allocate(16, 8);
    data.fill((byte) 0x5A);
    pair.receiver().receives(1, 2);
    sender.post(1, r -> only(r, data.asSlice(3, 8)).flags(flags));
    data.fill((byte) 0);
    sender.sends().numbers(1);
    pair.receiver().receives().numbers(1);
    equal(0x5A5A5A5A5A5A5A5AL, pair.receiver().buffer().get(Party.slot(1)), "data of the send");
    zeroBased(bench);
    Buffer second = zeroBased(bench);
    second.put(8, 0x77);
    sender.post(2, r -> r.buffer(second.region(), 8, 8).flags(flags));
    pair.receiver().receives().numbers(1);
    equal(0x77L, pair.receiver().buffer().get(Party.slot(2)), "data of the second of two regions");
    closedInlineData(pair, flags);
  }

  private static SendWorkRequest only(SendWorkRequest request, MemorySegment segment) {
    request.buffers().clear().add(segment, 0);
    return request;
  }

  /** A zero-based region: address 0 is its first byte. The kernel maps whole pages only. */
  private static Buffer zeroBased(VerbsBench bench) {
    int access = RegionAccess.LOCAL_WRITE | RegionAccess.ZERO_BASED;
    Buffer buffer = Buffer.register(bench.domain(), Arena.ofAuto().allocate(64, PAGE), access);
    bench.keep(buffer.region());
    return buffer;
  }

  private static void closedInlineData(Pair pair, int flags) {
    Party sender = pair.sender();
    MemorySegment closed;
    try (Arena arena = Arena.ofShared()) {
      closed = arena.allocate(8);
    }
    SendWorkRequest request = only(sender.request(3), closed).flags(flags);
    answered(VerbsErrno.EINVAL, sender.pair().postSend(request), "inline data of closed memory");
  }

  private static void settersWithoutRequest(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.RC).bothHere().open();
    Party sender = pair.sender();
    Buffer own = sender.buffer();
    MemorySegment data = Arena.ofAuto().allocate(8);
    ScatterGatherList list = new ScatterGatherList().add(own.region(), 0, 8);
    AddressHandle handle = handleTo(bench, pair);
    refusesSetter(pair, "sge", b -> b.sge(own.lkey(), own.address(0), 8));
    refusesSetter(pair, "sge_list", b -> b.sgeList(list));
    refusesSetter(pair, "inline_data", b -> b.inlineData(data));
    refusesSetter(pair, "ud_addr", b -> b.udAddress(handle, 1, 1));
    refusesSetter(pair, "context", b -> b.through(1, 1, 1));
    WorkBuilder other = sender.pair().startWork().send().udAddress(handle, 1, 1);
    answered(VerbsErrno.EINVAL, other.complete(), "wr_complete, ud_addr of a connected pair");
    other = sender.pair().startWork().send().through(1, 1, 1);
    answered(VerbsErrno.EINVAL, other.complete(), "wr_complete, context of a connected pair");
  }

  private static void refusesSetter(Pair pair, String what, Consumer<WorkBuilder> setter) {
    Party sender = pair.sender();
    WorkBuilder builder = sender.pair().startWork().wrId(1).flags(SendFlags.SIGNALED);
    setter.accept(builder);
    answered(VerbsErrno.EINVAL, builder.complete(), "wr_complete, %s before a request", what);
    builder = sender.pair().startWork().wrId(2).flags(SendFlags.SIGNALED);
    setter.accept(builder);
    answered(VerbsErrno.EINVAL, builder.send().complete(), "wr_complete, %s, then send", what);
    builder = sender.pair().startWork();
    setter.accept(builder);
    builder.abort();
    sender.sends().expectEmpty("lists with a setter before any request");
    answered(0, sender.pair().startWork().complete(), "wr_complete of nothing");
  }

  private static void builderOutsideOfWork(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.RC).bothHere().open();
    Buffer own = pair.sender().buffer();
    WorkBuilder ended = pair.sender().pair().startWork();
    ended.abort();
    List<Consumer<WorkBuilder>> calls =
        List.of(
            b -> b.wrId(1),
            b -> b.flags(0),
            WorkBuilder::send,
            b -> b.sge(own.lkey(), own.address(0), 8),
            b -> b.sgeList(new ScatterGatherList()),
            b -> b.inlineData(own.memory().asSlice(0, 8)),
            b -> b.udAddress(null, 1, 1),
            b -> b.through(1, 1, 1),
            WorkBuilder::complete,
            WorkBuilder::abort);
    for (int i = 0; i < calls.size(); i++) {
      Consumer<WorkBuilder> call = calls.get(i);
      String what = "call %d of a builder that has ended".formatted(i);
      rejected(IllegalStateException.class, what, () -> call.accept(ended));
    }
    pair.deliver(3);
    equal(List.of(3L), pair.receiver().receives().numbers(1), "wr_ids of receives");
  }

  private static void addressHandles(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.UD).bothHere().open();
    AddressHandleAttributes path = bench.here().pathTo(bench.here());
    ProtectionDomain otherDomain = bench.keep(bench.context().allocPd());
    refusesHandle(pair, "of another domain", bench.keep(otherDomain.createAh(path)));
    ProtectionDomain otherContext = bench.keep(bench.openContext().allocPd());
    refusesHandle(pair, "of another context", bench.keep(otherContext.createAh(path)));
    AddressHandle destroyed = bench.domain().createAh(path);
    destroyed.close();
    refusesHandle(pair, "that was destroyed", destroyed);
    refusesHandle(pair, "that is null", null);
    if (OptionalCalls.hasParentDomains(bench)) {
      handleOfParentDomain(bench, pair, path);
    }
  }

  private static void handleOfParentDomain(
      VerbsBench bench, Pair pair, AddressHandleAttributes path) {
    var parent =
        bench.keep(bench.context().allocParentDomain(ParentDomainInit.of(bench.domain(), null)));
    AddressHandle own = bench.keep(parent.createAh(path));
    pair.receiver().receive(5);
    pair.sender().post(5, r -> r.to(own, pair.receiver().number(), PairPlan.QKEY));
    equal(List.of(5L), pair.receiver().receives().numbers(1), "by a handle of a parent domain");
  }

  private static void refusesHandle(Pair pair, String what, AddressHandle handle) {
    int number = pair.receiver().number();
    refuses(
        pair,
        "an address handle " + what,
        r -> r.opcode(WorkOpcode.SEND).to(handle, number, PairPlan.QKEY),
        b -> b.send().udAddress(handle, number, PairPlan.QKEY));
  }
}
