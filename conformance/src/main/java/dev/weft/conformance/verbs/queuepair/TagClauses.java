package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.TagHeader;
import dev.weft.verbs.work.TagOperation;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** VQ: tag matching by the device. */
public final class TagClauses {
  private static final String OPS = "ibv_post_srq_ops(3)";
  private static final int LONG = 20_000;
  private static final int HEADERS = TagHeader.SIZE + TagHeader.RENDEZVOUS_SIZE;

  private TagClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-46", Level.OPTIONAL, OPS)
            .says("list operations complete if signaled; removing a used entry is TM_ERR (X-22)")
            .lookAt("what the tag list completes")
            .check(TagClauses::listOperations),
        clause("VQ-47", Level.OPTIONAL, "tag_matching.md")
            .says("a match gives TM_RECV with MATCH and DATA_VALID, without the header")
            .lookAt("how tags are matched, and what reads the data of a rendezvous")
            .check(TagClauses::matches),
        clause("VQ-48", Level.OPTIONAL, "tag_matching.md")
            .says("without a match the whole message lies in a receive, NO_TAG as TM_NO_TAG")
            .lookAt("what becomes of unexpected messages, and of tags that are added after them")
            .check(TagClauses::unexpected));
  }

  // VQ-46

  private static void listOperations(Trial trial) {
    MatchingBench matching = MatchingBench.on(trial);
    int handle = matching.add(1, 0x11, -1);
    int unused = matching.add(2, 0x22, -1);
    matching.post(new TagOperation().sync(0).wrId(5).flags(0));
    matching.inbox().expectEmpty("an unsignaled list operation");
    matching.send(TagHeader.EAGER, 0x11, 8);
    matching.expect(CompletionOpcode.TM_RECV, 1);
    matching.post(new TagOperation().delete(handle).wrId(6).flags(TagOperation.SIGNALED));
    matching.expect(CompletionOpcode.TM_DEL, 6, CompletionStatus.TM_ERR);
    matching.post(new TagOperation().delete(unused).wrId(7).flags(TagOperation.SIGNALED));
    matching.expect(CompletionOpcode.TM_DEL, 7);
    matching.post(new TagOperation().sync(0).wrId(8).flags(TagOperation.SIGNALED));
    matching.expect(CompletionOpcode.TM_SYNC, 8);
    removedIsNotMatched(matching);
    badOperations(matching);
    trial.chose("tags are matched by the device");
  }

  private static void removedIsNotMatched(MatchingBench matching) {
    matching.receive(13);
    matching.send(TagHeader.EAGER, 0x22, 8);
    equal(13L, matching.expect(CompletionOpcode.TM_RECV, 13).wrId(), "receive after a removal");
    matching.post(new TagOperation().sync(1).flags(TagOperation.TM_SYNC));
  }

  private static void badOperations(MatchingBench matching) {
    BadRequest<TagOperation> bad = new BadRequest<>();
    TagOperation wide = matching.addition(3, 1, -1).flags(TagOperation.SIGNALED);
    while (wide.buffers().count() <= matching.limits().maxSge()) {
      wide.buffers().add(0, 0, 0);
    }
    TagOperation good = matching.addition(4, 1, -1).flags(TagOperation.SIGNALED).next(wide);
    answered(VerbsErrno.EINVAL, matching.shared().postOps(good, bad), "too many buffers");
    equal(wide, bad.request(), "bad_wr");
    matching.expect(CompletionOpcode.TM_ADD, 1_004);
    int added = 1;
    while (matching.shared().postOps(matching.addition(added, 1, -1), bad) == 0) {
      added++;
      that(added <= matching.limits().maxTags(), "more entries than the device has");
    }
    that(added >= MatchingBench.TAGS, "%d of %d entries", added, MatchingBench.TAGS);
    int error = matching.shared().postOps(matching.addition(added, 1, -1), bad);
    answered(VerbsErrno.ENOMEM, error, "a full tag list");
  }

  // VQ-47

  private static void matches(Trial trial) {
    eager(MatchingBench.on(trial));
    boolean inTwo = longEager(MatchingBench.on(trial));
    rendezvous(MatchingBench.on(trial));
    tooSmall(MatchingBench.on(trial));
    unreadable(MatchingBench.on(trial));
    trial.chose("a long eager message has %s", inTwo ? "MATCH, then DATA_VALID" : "both at once");
  }

  /** A message of many packets: the match may be reported before the data is complete. */
  private static boolean longEager(MatchingBench matching) {
    Buffer own = matching.pair().receiver().buffer();
    TagOperation add = new TagOperation().add(1, 0x66, -1);
    add.buffers().add(own.region(), 0, LONG);
    matching.post(add);
    matching.send(TagHeader.EAGER, 0x66, LONG);
    Work first = matching.expect(CompletionOpcode.TM_RECV, 1);
    that(first.has(WcFlags.TM_MATCH), "first completion without MATCH: %s", first);
    boolean inTwo = !first.has(WcFlags.TM_DATA_VALID);
    Work last = inTwo ? matching.expectReceived(1, WcFlags.TM_DATA_VALID) : first;
    equal(LONG, last.byteLength(), "byte_len of %s", last);
    MemorySegment sent = matching.pair().sender().buffer().memory();
    long differs = own.memory().asSlice(0, LONG).mismatch(sent.asSlice(TagHeader.SIZE, LONG));
    equal(-1L, differs, "first byte that differs");
    matching.inbox().expectEmpty("after a long eager message");
    return inTwo;
  }

  private static void eager(MatchingBench matching) {
    matching.add(1, 0x1100, 0xFF00);
    matching.add(2, 0x22, -1);
    matching.add(3, 0x1122, -1);
    matching.add(4, 0x101, 0xFF);
    matching.send(TagHeader.EAGER, 0x22, 24);
    matching.expectWhole(2, 0x22, 24);
    matching.expectPayload(2, 24);
    matching.send(TagHeader.EAGER, 0x1122, 8);
    matching.expectWhole(1, 0x1122, 8); // added before the one with the exact tag
    matching.send(TagHeader.EAGER, 0x1122, 0);
    matching.expectWhole(3, 0x1122, 0);
    matching.receive(20);
    matching.send(TagHeader.EAGER, 0x101, 8);
    matching.expectReceived(20, 0); // tag bits outside the mask never match
  }

  private static void rendezvous(MatchingBench matching) {
    int length = Party.SLOT;
    matching.add(1, 0x55, -1);
    matching.pair().sender().receive(9);
    matching.announce(0x55, length);
    matching.expectReceived(1, WcFlags.TM_MATCH);
    Work read = matching.expectReceived(1, WcFlags.TM_DATA_VALID);
    equal(length, read.byteLength(), "byte_len of a rendezvous");
    matching
        .pair()
        .receiver()
        .buffer()
        .expectPattern(Party.slot(1), length, 0x55, "data of a rendezvous");
    Work notice = matching.pair().sender().receives().expectStatus(CompletionStatus.SUCCESS);
    equal(9L, notice.wrId(), "wr_id of the FIN");
    equal(HEADERS, notice.byteLength(), "byte_len of the FIN");
    MemorySegment fin = matching.pair().sender().buffer().memory().asSlice(Party.slot(9), HEADERS);
    equal(TagHeader.FIN, TagHeader.operation(fin), "operation of the FIN");
    equal(0x55L, TagHeader.tag(fin), "tag of the FIN");
    equal(MatchingBench.WORD, TagHeader.applicationWord(fin), "app_ctx of the FIN");
    equal(length, TagHeader.remoteLength(fin), "len of the FIN");
  }

  private static void tooSmall(MatchingBench matching) {
    matching.add(1, 0x55, -1);
    matching.announce(0x55, Party.SLOT + 1);
    matching.expect(CompletionOpcode.TM_RECV, 1, CompletionStatus.TM_RNDV_INCOMPLETE);
    Buffer own = matching.pair().receiver().buffer();
    MemorySegment left = own.memory().asSlice(Party.slot(1), HEADERS);
    equal(TagHeader.RNDV, TagHeader.operation(left), "operation in the receive");
    equal(Party.SLOT + 1, TagHeader.remoteLength(left), "len in the receive");
    equal(
        matching.pair().sender().buffer().address(MatchingBench.DATA),
        TagHeader.remoteAddress(left),
        "va in the receive");
    matching.sent();
    matching.add(2, 0x56, -1);
    matching.send(TagHeader.EAGER, 0x56, Party.SLOT + 1);
    matching.expect(CompletionOpcode.TM_RECV, 2, CompletionStatus.LOC_LEN_ERR);
    matching.pair().sender().sends().expectStatus(CompletionStatus.REM_INV_REQ_ERR);
  }

  /** A matched rendezvous completes although its data cannot be read. */
  private static void unreadable(MatchingBench matching) {
    matching.add(1, 0x55, -1);
    matching.announce(0x55, 8, matching.pair().sender().buffer().rkey() ^ 1);
    matching.expectReceived(1, WcFlags.TM_MATCH);
    Work failed = matching.inbox().expect(1).getFirst();
    equal(1L, failed.wrId(), "wr_id of %s", failed);
    that(!failed.isSuccess(), "success without data: %s", failed);
    matching.inbox().expectEmpty("after the rendezvous has failed");
  }

  // VQ-48

  private static void unexpected(Trial trial) {
    MatchingBench matching = MatchingBench.on(trial);
    Party receiver = matching.pair().receiver();
    for (int i = 11; i <= 14; i++) {
      matching.receive(i);
    }
    matching.send(TagHeader.EAGER, 0x33, 8);
    Work work = matching.inbox().expectStatus(CompletionStatus.SUCCESS);
    equal(11L, work.wrId(), "wr_id of the receive");
    that(
        List.of(CompletionOpcode.TM_RECV, CompletionOpcode.RECV).contains(work.opcode()),
        "opcode of an unexpected message: %s",
        work);
    that(!work.has(MatchingBench.WHOLE), "MATCH of an unexpected message: %s", work);
    equal(TagHeader.SIZE + 8, work.byteLength(), "byte_len with the header");
    var message = receiver.buffer().memory().asSlice(Party.slot(11), TagHeader.SIZE);
    equal(0x33L, TagHeader.tag(message), "tag in the receive");
    matching.send(TagHeader.NO_TAG, 0, 8);
    matching.expect(CompletionOpcode.TM_NO_TAG, 12);
    newTagsWait(matching);
    trial.chose("an unexpected message is %s", CompletionOpcode.name(work.opcode()));
  }

  /**
   * New tags wait for unexpected messages: one was tagged, and the one without a tag does not
   * count.
   */
  private static void newTagsWait(MatchingBench matching) {
    matching.post(matching.addition(1, 0x33, -1).flags(TagOperation.SIGNALED));
    Work added = matching.expect(CompletionOpcode.TM_ADD, 1_001);
    that(added.has(WcFlags.TM_SYNC_REQ), "no SYNC_REQ: %s", added);
    matching.send(TagHeader.EAGER, 0x33, 8);
    Work overtaking = matching.inbox().expectStatus(CompletionStatus.SUCCESS);
    equal(13L, overtaking.wrId(), "a second message before the first is reported");
    matching.post(new TagOperation().sync(1).flags(TagOperation.TM_SYNC));
    matching.send(TagHeader.EAGER, 0x33, 8);
    Work early = matching.inbox().expectStatus(CompletionStatus.SUCCESS);
    equal(14L, early.wrId(), "a third one, when one of two is reported");
    int flags = TagOperation.SIGNALED | TagOperation.TM_SYNC;
    matching.post(matching.addition(2, 0x34, -1).unexpectedCount(3).flags(flags));
    Work inStep = matching.expect(CompletionOpcode.TM_ADD, 1_002);
    that(!inStep.has(WcFlags.TM_SYNC_REQ), "SYNC_REQ, though all are reported: %s", inStep);
    matching.send(TagHeader.EAGER, 0x33, 8);
    matching.expectReceived(1, MatchingBench.WHOLE);
    matching.send(TagHeader.EAGER, 0x34, 8);
    matching.expectReceived(2, MatchingBench.WHOLE);
  }
}
