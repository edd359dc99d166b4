package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.Receives;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.conformance.verbs.queue.FieldClauses;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.attributes.DeviceAttributes.TagMatchingCapabilities;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.TagMatchingInfo;
import dev.weft.verbs.completion.WcFields;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.work.TagHeader;
import dev.weft.verbs.work.TagOperation;

/**
 * Test fixture of tag matching: a shared receive queue that matches tags, and a pair whose receiver
 * uses it.
 *
 * @param queue the completion queue of the shared queue, with every field of tagged messages
 * @param shared with {@link #TAGS} tags and {@link #OPERATIONS} operations
 * @param inbox of {@code queue}
 */
record MatchingBench(
    VerbsBench bench,
    ExtendedCompletionQueue queue,
    SharedReceiveQueue shared,
    Pair pair,
    Inbox inbox) {
  static final int TAGS = 8;
  static final int OPERATIONS = 8;

  /** The {@code app_ctx} of the header of each message. */
  static final int WORD = 0x1234;

  /** The flags of a message that was matched and is complete. */
  static final int WHOLE = WcFlags.TM_MATCH | WcFlags.TM_DATA_VALID;

  /** Offset of the data of a rendezvous at the sender, behind its receive slots. */
  static final long DATA = 3 << 14;

  /** Opens the fixture; skips the check if the device matches no tags. */
  static MatchingBench on(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    trial.skipUnless(bench.device().tagMatching().maxTags() > 0, "no tag matching");
    ExtendedCompletionQueue queue =
        bench.extended(bench.init(WcFields.STANDARD | WcFields.TM_INFO).cqe(64));
    SharedReceiveQueue shared =
        bench.shared(SharedReceiveQueueInit.basic(16, 1).matchingTags(queue, TAGS, OPERATIONS));
    Pair pair = bench.plan(QueuePairType.RC).receiveQueue(queue).shared(shared).open();
    return new MatchingBench(bench, queue, shared, pair, bench.iteratorInbox(queue));
  }

  TagMatchingCapabilities limits() {
    return bench.device().tagMatching();
  }

  // List operations

  void post(TagOperation operation) {
    answered(0, shared.postOps(operation, null), "post_srq_ops");
  }

  /** An addition for the slot of this number, to be changed before it is posted. */
  TagOperation addition(long receiveWrId, long tag, long mask) {
    TagOperation add = new TagOperation().add(receiveWrId, tag, mask).wrId(1_000 + receiveWrId);
    add.buffers().add(pair.receiver().buffer().region(), Party.slot(receiveWrId), Party.SLOT);
    return add;
  }

  /** Adds an entry whose message goes to the slot of this number; returns its handle. */
  int add(long receiveWrId, long tag, long mask) {
    TagOperation add = addition(receiveWrId, tag, mask).flags(TagOperation.SIGNALED);
    post(add);
    expect(CompletionOpcode.TM_ADD, 1_000 + receiveWrId);
    return add.handle();
  }

  /** Posts an ordinary receive into the slot of this number. */
  void receive(long wrId) {
    Receives.post(shared, pair.receiver().buffer(), wrId, Party.slot(wrId), Party.SLOT);
  }

  // Messages

  /** Sends a message with a pattern behind its header. */
  void send(int operation, long tag, int payload) {
    Buffer own = pair.sender().buffer();
    own.pattern(0, TagHeader.SIZE + payload, (int) tag);
    TagHeader.write(own.memory(), operation, WORD, tag);
    pair.sender().sendBytes(1, TagHeader.SIZE + payload);
  }

  /** Sends a rendezvous header for the pattern at {@link #DATA} with this key. */
  void announce(long tag, int length, int rkey) {
    Buffer own = pair.sender().buffer();
    own.pattern(DATA, length, (int) tag);
    TagHeader.write(own.memory(), TagHeader.RNDV, WORD, tag);
    TagHeader.writeRendezvous(own.memory(), own.address(DATA), rkey, length);
    pair.sender().sendBytes(1, TagHeader.SIZE + TagHeader.RENDEZVOUS_SIZE);
  }

  void announce(long tag, int length) {
    announce(tag, length, pair.sender().buffer().rkey());
  }

  /** Waits for the completion of the sender's message. */
  void sent() {
    pair.sender().sends().numbers(1);
  }

  // Completions

  Work expect(int opcode, long wrId) {
    return expect(opcode, wrId, CompletionStatus.SUCCESS);
  }

  Work expect(int opcode, long wrId, int status) {
    Work work = inbox.expectStatus(status);
    equal(wrId, work.wrId(), "wr_id of %s", work);
    if (work.isSuccess()) {
      equal(CompletionOpcode.name(opcode), CompletionOpcode.name(work.opcode()), "opcode");
    }
    return work;
  }

  /** Takes the completion of this receive, which must have these flags of tag matching only. */
  Work expectReceived(long wrId, int flags) {
    Work work = expect(CompletionOpcode.TM_RECV, wrId);
    equal(WcFlags.describe(flags), WcFlags.describe(work.flags()), "wc_flags of %s", work);
    equal(pair.receiver().number(), work.queuePair(), "qp_num of %s", work);
    return work;
  }

  /** Takes a matched, complete message and checks all fields that the iterator shows of it. */
  void expectWhole(long wrId, long tag, int length) {
    answered(0, FieldClauses.startWithin(queue), "start_poll");
    equal(wrId, queue.wrId(), "recv_wr_id of the match");
    equal(CompletionOpcode.TM_RECV, queue.readOpcode(), "opcode of the match");
    equal(WHOLE, queue.readWcFlags() & WHOLE, "MATCH and DATA_VALID");
    equal(length, queue.readByteLen(), "byte_len without the header");
    TagMatchingInfo info = new TagMatchingInfo();
    queue.readTmInfo(info);
    equal(tag, info.tag(), "tm_info.tag");
    equal(WORD, info.privateData(), "tm_info.priv");
    queue.endPoll();
    pair.sender().sends().numbers(1);
  }

  /** Fails unless the slot of this number holds the payload behind the header. */
  void expectPayload(long wrId, int length) {
    Buffer sent = pair.sender().buffer();
    Buffer own = pair.receiver().buffer();
    for (int i = 0; i < length; i++) {
      byte expected = sent.at(TagHeader.SIZE + i);
      that(
          own.at(Party.slot(wrId) + i) == expected,
          "byte %d of the payload is %d instead of %d",
          i,
          own.at(Party.slot(wrId) + i),
          expected);
    }
  }
}
