package dev.weft.conformance.verbs;

import static dev.weft.conformance.Check.equal;
import static dev.weft.conformance.Check.that;
import static dev.weft.conformance.Clause.clause;
import static dev.weft.conformance.verbs.VerbsCheck.answered;

import dev.weft.conformance.Clause;
import dev.weft.conformance.Level;
import dev.weft.conformance.Trial;
import dev.weft.verbs.CompletionOpcode;
import dev.weft.verbs.CompletionStatus;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.QueuePairType;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.SharedReceiveQueueInit;
import dev.weft.verbs.TagHeader;
import dev.weft.verbs.TagMatchingInfo;
import dev.weft.verbs.TagOperation;
import dev.weft.verbs.WcFields;
import dev.weft.verbs.WcFlags;
import java.util.List;

/** VQ: tag matching by the device. */
final class TagClauses {
  private static final String OPS = "ibv_post_srq_ops(3)";
  private static final int WORD = 0x1234;

  private TagClauses() {}

  static List<Clause> clauses() {
    return List.of(
        clause("VQ-46", Level.OPTIONAL, OPS)
            .says("list operations complete if signaled; removing a used entry is TM_ERR (X-22)")
            .lookAt("what the tag list completes")
            .check(TagClauses::listOperations),
        clause("VQ-47", Level.OPTIONAL, "tag_matching.md")
            .says("a match gives TM_RECV with MATCH and DATA_VALID, without the header")
            .lookAt("how tags are matched")
            .check(TagClauses::eagerMatch),
        clause("VQ-48", Level.OPTIONAL, "tag_matching.md")
            .says("without a match the whole message lies in a receive, NO_TAG as TM_NO_TAG")
            .lookAt("what becomes of unexpected messages")
            .check(TagClauses::noMatch));
  }

  /** A tag-matching receive queue with a pair that receives from it. */
  private record Matching(
      ExtendedCompletionQueue queue, SharedReceiveQueue shared, Pair pair, Inbox inbox) {

    static Matching on(Trial trial) {
      VerbsBench bench = VerbsBench.on(trial);
      trial.skipUnless(bench.device().tagMatching().maxTags() > 0, "no tag matching");
      ExtendedCompletionQueue queue =
          bench.extended(bench.init(WcFields.STANDARD | WcFields.TM_INFO).cqe(64));
      SharedReceiveQueue shared =
          bench.shared(SharedReceiveQueueInit.basic(16, 1).matchingTags(queue, 8, 8));
      Pair pair = bench.plan(QueuePairType.RC).receiveQueue(queue).shared(shared).open();
      return new Matching(queue, shared, pair, bench.iteratorInbox(queue));
    }

    void post(TagOperation operation) {
      answered(0, shared.postOps(operation, null), "post_srq_ops");
    }

    /** Adds an entry whose message goes to the slot of this number; its handle. */
    int add(long receiveWrId, long tag, long mask) {
      TagOperation add = new TagOperation().add(receiveWrId, tag, mask).wrId(1_000 + receiveWrId);
      add.buffers().add(pair.receiver().buffer().region(), Party.slot(receiveWrId), Party.SLOT);
      post(add.flags(TagOperation.SIGNALED));
      expect(CompletionOpcode.TM_ADD, 1_000 + receiveWrId);
      return add.handle();
    }

    Work expect(int opcode, long wrId) {
      Work work = inbox.expectStatus(CompletionStatus.SUCCESS);
      equal(CompletionOpcode.name(opcode), CompletionOpcode.name(work.opcode()), "opcode");
      equal(wrId, work.wrId(), "wr_id of %s", work);
      return work;
    }

    void send(int operation, long tag, int payload) {
      Buffer own = pair.sender().buffer();
      own.pattern(0, TagHeader.SIZE + payload, 3);
      TagHeader.write(own.memory(), operation, WORD, tag);
      pair.sender().sendBytes(1, TagHeader.SIZE + payload);
      pair.sender().sends().numbers(1);
    }
  }

  private static void listOperations(Trial trial) {
    Matching matching = Matching.on(trial);
    int handle = matching.add(1, 0x11, -1);
    int unused = matching.add(2, 0x22, -1);
    matching.post(new TagOperation().sync(0).wrId(5).flags(0));
    matching.inbox().expectEmpty("an unsignaled list operation");
    matching.send(TagHeader.EAGER, 0x11, 8);
    matching.expect(CompletionOpcode.TM_RECV, 1);
    matching.post(new TagOperation().delete(handle).wrId(6).flags(TagOperation.SIGNALED));
    equal(6L, matching.inbox().expectStatus(CompletionStatus.TM_ERR).wrId(), "wr_id of TM_ERR");
    matching.post(new TagOperation().delete(unused).wrId(7).flags(TagOperation.SIGNALED));
    matching.expect(CompletionOpcode.TM_DEL, 7);
    matching.post(new TagOperation().sync(0).wrId(8).flags(TagOperation.SIGNALED));
    matching.expect(CompletionOpcode.TM_SYNC, 8);
    trial.chose("tags are matched by the device");
  }

  private static void eagerMatch(Trial trial) {
    Matching matching = Matching.on(trial);
    matching.add(1, 0x1100, 0xFF00);
    matching.add(2, 0x22, -1);
    matching.send(TagHeader.EAGER, 0x22, 24);
    ExtendedCompletionQueue queue = matching.queue();
    answered(0, FieldClauses.startWithin(queue), "start_poll");
    equal(2L, queue.wrId(), "recv_wr_id of the match");
    equal(CompletionOpcode.TM_RECV, queue.readOpcode(), "opcode of the match");
    int both = WcFlags.TM_MATCH | WcFlags.TM_DATA_VALID;
    equal(both, queue.readWcFlags() & both, "MATCH and DATA_VALID");
    equal(24, queue.readByteLen(), "byte_len without the header");
    TagMatchingInfo info = new TagMatchingInfo();
    queue.readTmInfo(info);
    equal(0x22L, info.tag(), "tag");
    queue.endPoll();
    Buffer own = matching.pair().receiver().buffer();
    Buffer sent = matching.pair().sender().buffer();
    for (int i = 0; i < 24; i++) {
      equal(sent.at(TagHeader.SIZE + i), own.at(Party.slot(2) + i), "byte %d of the payload", i);
    }
    matching.send(TagHeader.EAGER, 0x11AB, 8);
    matching.expect(CompletionOpcode.TM_RECV, 1);
    trial.chose("a match is (tag & mask) == entry's tag");
  }

  private static void noMatch(Trial trial) {
    Matching matching = Matching.on(trial);
    Party receiver = matching.pair().receiver();
    for (int i = 11; i <= 13; i++) {
      Receives.post(matching.shared(), receiver.buffer(), i, Party.slot(i), Party.SLOT);
    }
    matching.send(TagHeader.EAGER, 0x33, 8);
    Work work = matching.inbox().expectStatus(CompletionStatus.SUCCESS);
    equal(11L, work.wrId(), "wr_id of the receive");
    that(
        List.of(CompletionOpcode.TM_RECV, CompletionOpcode.RECV).contains(work.opcode()),
        "opcode of an unexpected message: %s",
        work);
    that(!work.has(WcFlags.TM_MATCH), "MATCH of an unexpected message: %s", work);
    equal(TagHeader.SIZE + 8, work.byteLength(), "byte_len with the header");
    var message = receiver.buffer().memory().asSlice(Party.slot(11), TagHeader.SIZE);
    equal(0x33L, TagHeader.tag(message), "tag in the receive");
    matching.send(TagHeader.NO_TAG, 0, 8);
    matching.expect(CompletionOpcode.TM_NO_TAG, 12);
    trial.chose("an unexpected message is %s", CompletionOpcode.name(work.opcode()));
  }
}
