package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.rejected;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.ClauseSkipped;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.WindowBench;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.completion.TagMatchingInfo;
import dev.weft.verbs.completion.WcFields;
import dev.weft.verbs.completion.WcFlags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** VP: the fields that the iterator reads. */
public final class FieldClauses {
  private static final String PAGE = "ibv_create_cq_ex(3), ";
  private static final List<Field> FIELDS =
      List.of(
          new Field(WcFields.BYTE_LEN, "byte_len", ExtendedCompletionQueue::readByteLen),
          new Field(WcFields.IMM, "imm_data", ExtendedCompletionQueue::readImmData),
          new Field(WcFields.IMM, "invalidated_rkey", ExtendedCompletionQueue::readInvalidatedRkey),
          new Field(WcFields.QP_NUM, "qp_num", ExtendedCompletionQueue::readQpNum),
          new Field(WcFields.SRC_QP, "src_qp", ExtendedCompletionQueue::readSrcQp),
          new Field(WcFields.SLID, "slid", ExtendedCompletionQueue::readSlid),
          new Field(WcFields.SL, "sl", ExtendedCompletionQueue::readSl),
          new Field(
              WcFields.DLID_PATH_BITS, "dlid_path_bits", ExtendedCompletionQueue::readDlidPathBits),
          new Field(
              WcFields.COMPLETION_TIMESTAMP,
              "completion_ts",
              ExtendedCompletionQueue::readCompletionTs),
          new Field(WcFields.CVLAN, "cvlan", ExtendedCompletionQueue::readCvlan),
          new Field(WcFields.FLOW_TAG, "flow_tag", ExtendedCompletionQueue::readFlowTag),
          new Field(WcFields.TM_INFO, "tm_info", q -> q.readTmInfo(new TagMatchingInfo())),
          new Field(
              WcFields.COMPLETION_TIMESTAMP_WALLCLOCK,
              "completion_wallclock_ns",
              ExtendedCompletionQueue::readCompletionWallclockNs));

  private FieldClauses() {}

  /** A field that is readable only if its bit was set at creation. */
  private record Field(long bit, String name, Consumer<ExtendedCompletionQueue> read) {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VP-29", Level.REQUIRED, PAGE + "accessors")
            .says("a field can be read again, and fields in any order")
            .lookAt("accessors that consume what they read")
            .check(FieldClauses::readAgain),
        clause("VP-30", Level.REQUIRED, PAGE + "accessors")
            .says("wr_id, status, opcode, vendor_err and wc_flags need no bit")
            .lookAt("the guards of these five")
            .check(FieldClauses::fiveNeedNoBit),
        clause("VP-31", Level.REQUIRED, PAGE + "wc_flags")
            .says("a field that was not asked for is refused, never 0 (X-20)")
            .lookAt("the guard of each accessor")
            .check(FieldClauses::notAskedFor),
        clause("VP-32", Level.REQUIRED, PAGE + "ibv_wc_read_invalidated_rkey")
            .says("an invalidated key needs the bit of immediate data; byte_len is the payload's")
            .lookAt("the slot that key and immediate data share")
            .check(FieldClauses::keySharesTheSlot),
        clause("VP-33", Level.REQUIRED, PAGE + "accessors")
            .says("the fields of a datagram's receive are right")
            .lookAt("which fields are filled for which operation")
            .check(FieldClauses::validCells),
        clause("VP-34", Level.REQUIRED, "verbs.h")
            .says("wr_id has 64 opaque bits, numbers are unsigned (X-45)")
            .lookAt("where a field goes through a signed type of another width")
            .check(FieldClauses::widths),
        clause("VP-35", Level.UNSTATED, PAGE + "accessors")
            .says("what accessors show without a completion is the device's choice, not a crash")
            .lookAt("the guard of the accessors after next's ENOENT")
            .check(FieldClauses::withoutCompletion));
  }

  private static void readAgain(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = bench.extended(WcFields.STANDARD);
    bench.feeder(queue).feed(7, 1);
    answered(0, queue.startPoll(null), "start_poll");
    int length = queue.readByteLen();
    int number = queue.readQpNum();
    int opcode = queue.readOpcode();
    equal(opcode, queue.readOpcode(), "opcode, read again");
    equal(number, queue.readQpNum(), "qp_num, read again");
    equal(length, queue.readByteLen(), "byte_len, read again");
    equal(7L, queue.wrId(), "wr_id after the others");
    queue.endPoll();
  }

  private static void fiveNeedNoBit(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = bench.extended(0);
    bench.feeder(queue).feed(7, 1);
    answered(0, queue.startPoll(null), "start_poll");
    equal(7L, queue.wrId(), "wr_id");
    equal(0, queue.status(), "status");
    equal(128, queue.readOpcode(), "opcode");
    queue.readVendorErr();
    equal(0, queue.readWcFlags() & ~WcFlags.GRH, "wc_flags but for GRH");
    queue.endPoll();
  }

  private static void notAskedFor(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    for (Field field : FIELDS) {
      ExtendedCompletionQueue queue = without(bench, field.bit());
      Feeder feeder = bench.feeder(queue);
      feeder.feed(1, 1);
      answered(0, queue.startPoll(null), "start_poll");
      rejected(
          IllegalStateException.class,
          field.name() + " although it was not asked for",
          () -> field.read().accept(queue));
      equal(1L, queue.wrId(), "wr_id after a refused %s", field.name());
      queue.endPoll();
      feeder.close();
      queue.close();
    }
  }

  /** A queue with all fields of the device but this one. */
  private static ExtendedCompletionQueue without(VerbsBench bench, long bit) {
    try {
      return bench.extendedOrSkip(bench.init(WcFields.ALL & ~bit), "queue with all fields");
    } catch (ClauseSkipped fewerFields) {
      return bench.extended(WcFields.STANDARD & ~bit);
    }
  }

  private static void keySharesTheSlot(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = bench.extended(WcFields.IMM | WcFields.BYTE_LEN);
    Pair pair = bench.pairInto(queue);
    int key = WindowBench.bound(bench, pair.receiver()).rkey();
    pair.receiver().receive(1);
    pair.sender().post(2, request -> request.sendWithInvalidate(key));
    pair.sender().sends().numbers(1);
    answered(0, startWithin(queue), "start_poll");
    equal(WcFlags.WITH_INV, queue.readWcFlags() & WcFlags.WITH_INV, "WITH_INV");
    equal(key, queue.readInvalidatedRkey(), "invalidated_rkey");
    equal(Party.BYTES, queue.readByteLen(), "byte_len");
    queue.endPoll();
  }

  /** Starts a batch as soon as there is a completion. */
  public static int startWithin(ExtendedCompletionQueue queue) {
    HangDetector detector = new HangDetector();
    int answer = queue.startPoll(null);
    while (answer == VerbsErrno.ENOENT && detector.lap()) {
      answer = queue.startPoll(null);
    }
    return answer;
  }

  private static void validCells(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = bench.extended(WcFields.STANDARD);
    Pair pair = bench.plan(QueuePairType.UD).receiveQueue(queue).open();
    pair.receiver().receive(1);
    pair.sender().post(2, request -> request.sendWithImmediate(0x01020304));
    answered(0, startWithin(queue), "start_poll");
    equal(Party.BYTES + 40, queue.readByteLen(), "byte_len of a datagram");
    equal(0x01020304, queue.readImmData(), "imm_data");
    equal(pair.receiver().number(), queue.readQpNum(), "qp_num");
    equal(pair.sender().number(), queue.readSrcQp(), "src_qp");
    equal(pair.sender().station().lid(), queue.readSlid(), "slid");
    equal(0, queue.readSl(), "sl");
    equal(0, queue.readDlidPathBits(), "dlid_path_bits");
    queue.endPoll();
  }

  private static void widths(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    for (long number : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 0}) {
      pair.deliver(number);
      equal(List.of(number), pair.receiver().receives().numbers(1), "wr_id");
    }
    int number = pair.receiver().number();
    that(number >= 0 && number < 1 << 24, "qp_num of 24 bits: 0x%x", number);
  }

  private static void withoutCompletion(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = bench.extended(WcFields.STANDARD);
    bench.feeder(queue).feed(7, 1);
    List<String> ways = new ArrayList<>();
    ways.add("before a batch " + way(queue));
    answered(0, queue.startPoll(null), "start_poll");
    answered(VerbsErrno.ENOENT, queue.nextPoll(), "next_poll");
    ways.add("after next's ENOENT " + way(queue));
    queue.endPoll();
    ways.add("after a batch " + way(queue));
    bench.inbox(queue).expectEmpty("after the only one");
    trial.chose("wr_id %s", String.join(", ", ways));
  }

  private static String way(ExtendedCompletionQueue queue) {
    try {
      return "is " + queue.wrId();
    } catch (IllegalStateException refusal) {
      return "is refused";
    } catch (RuntimeException crash) {
      throw new ClauseFailure("wr_id without a completion threw " + crash, crash);
    }
  }
}
