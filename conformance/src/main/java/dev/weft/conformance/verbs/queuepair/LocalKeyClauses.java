package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.scatter.Guarded;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Random;

/** VQ-20: requests with a local buffer that they may not use. */
public final class LocalKeyClauses {
  private static final int BAD_KEY = 0xBAD;

  /** Lengths for messages in one packet, and in several. */
  private static final int[] GOOD_BYTES = {5, 3_000, 20_000};

  private static final int RECEIVE_BYTES = 40_000;

  private LocalKeyClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-20", Level.SETTLED, "ibv_poll_cq(3), status")
            .says("a bad local buffer is LOC_PROT_ERR and nothing reaches the peer")
            .lookAt("when the requester checks its own keys, those of a whole list")
            .check(LocalKeyClauses::badLocalBuffers));
  }

  /** A buffer that a request may not use. */
  private record Bad(String what, long address, int key, boolean readable) {}

  private static void badLocalBuffers(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ProtectionDomain other = bench.keep(bench.context().allocPd());
    Buffer foreign = Buffer.register(other, Arena.ofAuto().allocate(64), Buffer.OPEN);
    bench.keep(foreign.region());
    Buffer own = bench.buffer(bench.here());
    Buffer readOnly = bench.buffer(bench.here(), 0);
    List<Bad> bad =
        List.of(
            new Bad("an unknown key", own.address(0), BAD_KEY, false),
            new Bad("a range outside", own.address(own.memory().byteSize() - 4), own.lkey(), false),
            new Bad("another domain's key", foreign.address(0), foreign.lkey(), false),
            new Bad("memory that is read only", readOnly.address(0), readOnly.lkey(), true));
    for (Bad buffer : bad) {
      for (QueuePairType type : List.of(QueuePairType.RC, QueuePairType.UC, QueuePairType.UD)) {
        check(bench, type, buffer);
      }
    }
  }

  private static void check(VerbsBench bench, QueuePairType type, Bad bad) {
    for (int opcode : ScatterShape.opcodes(type)) {
      boolean writes = ScatterShape.fetches(opcode);
      boolean skipped = ScatterShape.isAtomic(opcode) || opcode == WorkOpcode.SEND_WITH_INV;
      if (skipped || (bad.readable && !writes)) {
        continue;
      }
      check(bench, type, opcode, 0, bad);
      for (int good : GOOD_BYTES) {
        if (type != QueuePairType.UD || good < bench.maxDatagram()) {
          check(bench, type, opcode, good, bad);
        }
      }
    }
  }

  /** Posts a request with a good buffer, if it has any bytes, and a bad one behind it. */
  private static void check(VerbsBench bench, QueuePairType type, int opcode, int good, Bad bad) {
    Pair pair = bench.plan(type).senderHere().open();
    Guarded own = new Guarded("sender", pair.sender().buffer().memory());
    Guarded peer = new Guarded("receiver", pair.receiver().buffer().memory());
    own.fill(new Random(good));
    peer.fill(new Random(opcode));
    pair.receiver().receiveAt(1, 0, RECEIVE_BYTES);
    pair.sender().post(2, request -> set(request, pair, opcode, good, bad));
    String what =
        "%s on %s of %d good bytes and %s".formatted(WorkOpcode.name(opcode), type, good, bad.what);
    Work work = pair.sender().sends().expect(1).getFirst();
    that(work.status() == CompletionStatus.LOC_PROT_ERR, "%s: %s", what, work);
    pair.receiver().receives().expectEmpty(what);
    String difference = own.difference() == null ? peer.difference() : own.difference();
    that(difference == null, "%s: %s", what, difference);
    if (type == QueuePairType.RC) {
      pair.sender().expectState(QueuePairState.ERR);
    }
  }

  private static void set(SendWorkRequest request, Pair pair, int opcode, int good, Bad bad) {
    Buffer own = pair.sender().buffer();
    Buffer target = pair.receiver().buffer();
    request.buffers().clear();
    if (good > 0) {
      request.buffers().add(own.region(), 1, good);
    }
    request.buffers().add(bad.address, Long.BYTES, bad.key);
    request.write(target.address(3), target.rkey()).opcode(opcode);
  }
}
