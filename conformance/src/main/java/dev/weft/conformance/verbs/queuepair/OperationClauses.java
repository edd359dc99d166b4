package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.bench.WindowBench;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** VQ: one-sided operations and memory windows. */
public final class OperationClauses {
  private static final String SEND = "ibv_post_send(3)";
  private static final String BIND = "ibv_bind_mw(3)";
  private static final int WINDOW =
      RegionAccess.REMOTE_WRITE | RegionAccess.REMOTE_READ | RegionAccess.REMOTE_ATOMIC;

  private OperationClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-28", Level.REQUIRED, SEND)
            .says("writes, reads and atomics do not complete there, a write with immediate does")
            .lookAt("which requests take a receive of the responder")
            .check(OperationClauses::silentAtTheResponder),
        clause("VQ-29", Level.REQUIRED, SEND)
            .says("data of a read is there with the completion")
            .lookAt("when the last response makes the completion")
            .check(OperationClauses::readIsThere),
        clause("VQ-30", Level.REQUIRED, SEND)
            .says("compare-and-swap returns the old value; a mismatch is a success (X-34)")
            .lookAt("the answer of compare-and-swap")
            .check(OperationClauses::compareAndSwap),
        clause("VQ-31", Level.REQUIRED, SEND)
            .says("fetch-and-add wraps at 2^64 and returns the old value (X-34)")
            .lookAt("the arithmetic of fetch-and-add")
            .check(OperationClauses::fetchAndAdd),
        clause("VQ-32", Level.SETTLED, SEND)
            .says("an atomic of another length or off its alignment never succeeds")
            .lookAt("the checks of atomics")
            .check(OperationClauses::crookedAtomics),
        clause("VQ-33", Level.REQUIRED, "ibv_wr_post(3)")
            .says("atomics of many queue pairs do not lose one another")
            .lookAt("how the responder carries atomics out")
            .concurrent()
            .within(Duration.ofSeconds(60))
            .check(OperationClauses::atomicsAreAtomic),
        clause("VQ-34", Level.REQUIRED, BIND)
            .says("a type 1 bind changes the key at once and completes as BIND_MW")
            .lookAt("the checks of bind_mw and when the key changes")
            .check(OperationClauses::bindTypeOne),
        clause("VQ-35", Level.SETTLED, BIND + "; IBA C10-72")
            .says("a bind without the region's consent or range is MW_BIND_ERR")
            .lookAt("the checks of a bind when it is carried out")
            .check(OperationClauses::bindIsRefused),
        clause("VQ-36", Level.REQUIRED, SEND + ", IBV_WR_LOCAL_INV")
            .says("an invalidated window is unusable, an unknown key fails")
            .lookAt("local invalidation")
            .check(OperationClauses::localInvalidate),
        clause("VQ-37", Level.REQUIRED, SEND + ", IBV_WR_SEND_WITH_INV")
            .says("at the receive of a send with invalidate the window is invalid already")
            .lookAt("the order of invalidation and completion")
            .check(OperationClauses::sendWithInvalidate),
        clause("VQ-38", Level.REQUIRED, "ibv_dereg_mr(3)")
            .says("a region with a window bound to it is not deregistered")
            .lookAt("what counts the windows of a region")
            .check(OperationClauses::regionWithWindow));
  }

  private static void silentAtTheResponder(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair();
    Buffer target = pair.receiver().buffer();
    pair.receiver().receives(1, 2);
    pair.sender().post(1, r -> r.write(target.address(0), target.rkey()));
    pair.sender().post(2, r -> r.read(target.address(0), target.rkey()));
    pair.sender().post(3, r -> r.fetchAndAdd(target.address(0), target.rkey(), 1));
    pair.sender().post(4, r -> r.compareAndSwap(target.address(0), target.rkey(), 1, 2));
    pair.sender().sends().numbers(4);
    pair.receiver().receives().expectEmpty("a write, a read and two atomics");
    pair.sender().post(5, r -> r.writeWithImmediate(target.address(0), target.rkey(), 1));
    equal(List.of(1L), pair.receiver().receives().numbers(1), "receive of the write with data");
    pair.sender().send(6);
    equal(List.of(2L), pair.receiver().receives().numbers(1), "receive that was left");
  }

  private static void readIsThere(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    Party sender = pair.sender();
    Buffer target = pair.receiver().buffer();
    int[] lengths = {1, 8, 4_096, 4_097, 30_000};
    for (int length : lengths) {
      target.pattern(0, length, length);
      sender.buffer().memory().fill((byte) 0);
      sender.post(
          length,
          r ->
              r.buffer(sender.buffer().region(), 0, length).read(target.address(0), target.rkey()));
      sender.sends().numbers(1);
      sender.buffer().expectPattern(0, length, length, "what was read");
      equal((byte) 0, sender.buffer().at(length), "byte past what was read");
    }
  }

  private static void compareAndSwap(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    Party sender = pair.sender();
    Buffer target = pair.receiver().buffer();
    target.put(8, -5);
    sender.post(1, r -> r.compareAndSwap(target.address(8), target.rkey(), -5, 77));
    sender.sends().numbers(1);
    equal(-5L, sender.buffer().get(0), "old value of a match");
    equal(77L, target.get(8), "value after a match");
    sender.post(2, r -> r.compareAndSwap(target.address(8), target.rkey(), -5, 99));
    sender.sends().expectStatus(CompletionStatus.SUCCESS);
    equal(77L, sender.buffer().get(0), "old value of a mismatch");
    equal(77L, target.get(8), "value after a mismatch");
  }

  private static void fetchAndAdd(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    Party sender = pair.sender();
    Buffer target = pair.receiver().buffer();
    long[][] sums = {{-1, 1, 0}, {5, -7, -2}, {Long.MAX_VALUE, 1, Long.MIN_VALUE}};
    for (long[] sum : sums) {
      target.put(8, sum[0]);
      sender.post(1, r -> r.fetchAndAdd(target.address(8), target.rkey(), sum[1]));
      sender.sends().numbers(1);
      equal(sum[0], sender.buffer().get(0), "old value");
      equal(sum[2], target.get(8), "value after adding %d to %d", sum[1], sum[0]);
    }
  }

  private static void crookedAtomics(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    List<String> ways = new ArrayList<>();
    for (int[] crooked : new int[][] {{4, 0}, {16, 0}, {8, 4}, {8, 1}}) {
      Pair pair = bench.plan(QueuePairType.RC).senderHere().open();
      Buffer target = pair.receiver().buffer();
      target.put(0, 3);
      SendWorkRequest request =
          pair.sender()
              .request(1)
              .buffer(pair.sender().buffer().region(), 0, crooked[0])
              .fetchAndAdd(target.address(crooked[1]), target.rkey(), 1);
      int answer = pair.sender().pair().postSend(request);
      ways.add("%d bytes at %d: ".formatted(crooked[0], crooked[1]) + way(pair, answer));
      equal(3L, target.get(0), "memory after a crooked atomic");
    }
    trial.chose("%s", String.join(", ", ways));
  }

  private static String way(Pair pair, int answer) {
    if (answer != 0) {
      answered(VerbsErrno.EINVAL, answer, "post_send of a crooked atomic");
      return "EINVAL";
    }
    Work work = pair.sender().sends().expect(1).getFirst();
    that(!work.isSuccess(), "a crooked atomic succeeded");
    return CompletionStatus.name(work.status());
  }

  private static void atomicsAreAtomic(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    Buffer counter = bench.buffer(bench.here());
    AtomicLong added = new AtomicLong();
    List<Task<Boolean>> adders = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Party sender = bench.pair().sender();
      Rounds rounds = trial.race(500);
      adders.add(
          trial.start(
              () -> {
                while (rounds.next()) {
                  for (int j = 0; j < 10; j++) {
                    sender.post(j, r -> r.fetchAndAdd(counter.address(0), counter.rkey(), 1));
                  }
                  sender.sends().numbers(10);
                  added.addAndGet(10);
                }
                return true;
              }));
    }
    for (Task<Boolean> adder : adders) {
      adder.result(Duration.ofSeconds(30));
    }
    equal(added.get(), counter.get(0), "sum of all that was added");
  }

  private static void bindTypeOne(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    Party owner = pair.receiver();
    MemoryWindow window = WindowBench.allocate(bench, owner, MemoryWindowType.TYPE_1);
    MemoryWindow second = WindowBench.allocate(bench, owner, MemoryWindowType.TYPE_2);
    MemoryWindowBind part = WindowBench.part(owner, WINDOW);
    answered(VerbsErrno.EINVAL, WindowBench.bind(owner, second, 1, part), "bind_mw of type 2");
    MemoryWindowBind nothing = new MemoryWindowBind().part(null, owner.buffer().address(0), 8);
    answered(VerbsErrno.EINVAL, WindowBench.bind(owner, window, 1, nothing), "bind_mw, null MR");
    ProtectionDomain other = bench.keep(bench.context().allocPd());
    MemoryRegion foreign = bench.keep(other.regMr(Arena.ofAuto().allocate(64), Buffer.OPEN));
    MemoryWindowBind strange =
        new MemoryWindowBind().part(foreign, foreign.address(), 8).access(WINDOW);
    answered(VerbsErrno.EPERM, WindowBench.bind(owner, window, 1, strange), "bind_mw, other PD");
    int before = window.rkey();
    answered(0, WindowBench.bind(owner, window, 7, part), "bind_mw");
    that(window.rkey() != before, "the key did not change when the bind was posted");
    Work work = owner.sends().expectStatus(CompletionStatus.SUCCESS);
    equal(7L, work.wrId(), "wr_id of the bind");
    equal(CompletionOpcode.BIND_MW, work.opcode(), "opcode of the bind");
    pair.sender().buffer().put(0, 0x99);
    pair.sender().post(1, r -> r.write(owner.buffer().address(8), window.rkey()));
    pair.sender().sends().numbers(1);
    equal(0x99L, owner.buffer().get(8), "data written through the window");
    long outside = owner.buffer().address(WindowBench.BYTES);
    pair.sender().post(2, r -> r.write(outside, window.rkey()));
    pair.sender().sends().expectStatus(CompletionStatus.REM_ACCESS_ERR);
  }

  private static void bindIsRefused(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Buffer closed = bench.buffer(bench.here(), RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE);
    Buffer readOnly = bench.buffer(bench.here(), RegionAccess.MW_BIND);
    Buffer open = bench.buffer(bench.here());
    long end = open.memory().byteSize();
    refusedBind(bench, part(closed, 0, 64), RegionAccess.REMOTE_READ);
    refusedBind(bench, part(readOnly, 0, 64), RegionAccess.REMOTE_WRITE);
    refusedBind(bench, part(open, end - 8, 64), RegionAccess.REMOTE_READ);
    refusedBind(bench, part(open, 0, 0), RegionAccess.REMOTE_READ);
  }

  private static MemoryWindowBind part(Buffer buffer, long offset, long length) {
    return new MemoryWindowBind().part(buffer.region(), buffer.address(offset), length);
  }

  private static void refusedBind(VerbsBench bench, MemoryWindowBind bind, int access) {
    Party owner = bench.pair().receiver();
    MemoryWindow window = WindowBench.allocate(bench, owner, MemoryWindowType.TYPE_2);
    bind.access(access);
    SendWorkRequest request = owner.request(1).bindMw(window, window.nextRkey(), bind);
    request.buffers().clear();
    int answer = owner.pair().postSend(request);
    if (answer == 0) {
      owner.sends().expectStatus(CompletionStatus.MW_BIND_ERR);
    } else {
      answered(VerbsErrno.EINVAL, answer, "post_send of a bind that is not allowed");
    }
  }

  private static void localInvalidate(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    Party owner = pair.receiver();
    MemoryWindow window = WindowBench.bound(bench, owner);
    pair.sender().post(1, r -> r.write(owner.buffer().address(0), window.rkey()));
    pair.sender().sends().numbers(1);
    owner.post(2, r -> invalidate(r, window.rkey()));
    Work work = owner.sends().expectStatus(CompletionStatus.SUCCESS);
    equal(CompletionOpcode.LOCAL_INV, work.opcode(), "opcode of the invalidation");
    pair.sender().post(3, r -> r.write(owner.buffer().address(0), window.rkey()));
    pair.sender().sends().expectStatus(CompletionStatus.REM_ACCESS_ERR);
    Party other = bench.pair().receiver();
    other.post(4, r -> invalidate(r, 0xBAD));
    other.sends().expectStatus(CompletionStatus.LOC_QP_OP_ERR);
  }

  private static void invalidate(SendWorkRequest request, int key) {
    request.buffers().clear();
    request.localInvalidate(key);
  }

  private static void sendWithInvalidate(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    Party owner = pair.receiver();
    MemoryWindow window = WindowBench.bound(bench, owner);
    int key = window.rkey();
    owner.receive(1);
    pair.sender().post(1, r -> r.sendWithInvalidate(key));
    Work work = owner.receives().expectStatus(CompletionStatus.SUCCESS);
    equal(CompletionOpcode.RECV, work.opcode(), "opcode of the receive");
    that(work.has(WcFlags.WITH_INV), "no WITH_INV in %s", work);
    equal(key, work.immediate(), "invalidated key");
    pair.sender().sends().numbers(1);
    pair.sender().post(2, r -> r.write(owner.buffer().address(0), key));
    pair.sender().sends().expectStatus(CompletionStatus.REM_ACCESS_ERR);
  }

  private static void regionWithWindow(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Party owner = bench.pair().receiver();
    Buffer buffer = bench.buffer(bench.here());
    MemoryWindow window = WindowBench.allocate(bench, owner, MemoryWindowType.TYPE_1);
    WindowBench.bound(owner, window, part(buffer, 0, 64).access(RegionAccess.REMOTE_READ));
    int errno = VerbsCheck.refused("dereg_mr with a window bound", buffer.region()::close).errno();
    that(Set.of(VerbsErrno.EBUSY, VerbsErrno.EINVAL).contains(errno), "errno %d", errno);
    window.close();
    buffer.region().close();
  }
}
