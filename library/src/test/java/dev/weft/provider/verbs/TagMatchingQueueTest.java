package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.DeviceAttributes.TagMatchingCapabilities;
import dev.weft.verbs.attributes.DeviceCapabilities;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SharedReceiveQueueAttributes;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.attributes.SharedReceiveQueueType;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.TagOperation;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Shared receive queues of type {@code IBV_SRQT_TM}: limits, refusals and capacity. */
class TagMatchingQueueTest {
  private static final int OPERATIONS = 3;

  private final Opened on = new Opened();
  private final ProtectionDomain domain = on.context.allocPd();
  private final CompletionQueue queue = on.queue(64, null, null);
  private final TagMatchingCapabilities limits = on.context.queryDevice().tagMatching();
  private final BadRequest<TagOperation> bad = new BadRequest<>();

  private SharedReceiveQueue create(CompletionQueue completions, int tags, int operations) {
    return domain.createSrq(
        SharedReceiveQueueInit.basic(4, 1).matchingTags(completions, tags, operations));
  }

  private SharedReceiveQueue created() {
    return create(queue, 4, OPERATIONS);
  }

  private static void refused(int errno, Executable call) {
    assertEquals(errno, assertThrows(VerbsException.class, call).errno());
  }

  @Test
  void shouldGrantWhatTheDeviceSaysAndNoMore() {
    assertEquals(TagMatchingCapabilities.RC, limits.flags());
    assertEquals(64, limits.maxRendezvousHeaderSize());
    create(queue, limits.maxTags(), limits.maxOperations()).close();
    refused(VerbsErrno.EINVAL, () -> create(queue, limits.maxTags() + 1, 1));
    refused(VerbsErrno.EINVAL, () -> create(queue, 0, 1));
    refused(VerbsErrno.EINVAL, () -> create(queue, 1, limits.maxOperations() + 1));
    refused(VerbsErrno.EINVAL, () -> create(queue, 1, 0));
    queue.close();
  }

  @Test
  void shouldNeedACompletionQueueOfItsContextAndHoldIt() {
    refused(VerbsErrno.EINVAL, () -> create(null, 1, 1));
    CompletionQueue foreign = new Opened().queue(null);
    refused(VerbsErrno.EINVAL, () -> create(foreign, 1, 1));
    SharedReceiveQueue made = created();
    assertSame(queue, made.completionQueue());
    refused(VerbsErrno.EBUSY, queue::close);
    made.close();
    queue.close();
    assertThrows(IllegalStateException.class, () -> create(queue, 1, 1));
  }

  @Test
  void shouldSayThatThereAreNoExtendedConnections() {
    SharedReceiveQueueInit extended =
        new SharedReceiveQueueInit(
            new SharedReceiveQueueAttributes(4, 1, 0),
            null,
            SharedReceiveQueueType.XRC,
            queue,
            0,
            0);
    refused(VerbsErrno.EOPNOTSUPP, () -> domain.createSrq(extended));
    for (QueuePairType type : List.of(QueuePairType.XRC_SEND, QueuePairType.XRC_RECV)) {
      refused(VerbsErrno.EOPNOTSUPP, () -> pair(type, queue, null));
    }
    assertEquals(0, on.context.queryDevice().capabilities() & DeviceCapabilities.XRC);
    queue.close();
  }

  @Test
  void shouldServeQueuePairsOfTypeRcOnlyAndHoldTheirQueuesToo() {
    SharedReceiveQueue made = created();
    CompletionQueue own = on.queue(4, null, null);
    for (QueuePairType type : List.of(QueuePairType.UC, QueuePairType.UD)) {
      refused(VerbsErrno.EINVAL, () -> pair(type, own, made));
    }
    QueuePair pair = pair(QueuePairType.RC, own, made);
    refused(VerbsErrno.EBUSY, made::close);
    refused(VerbsErrno.EBUSY, own::close);
    QueuePair other = pair(QueuePairType.RC, own, null);
    QueuePairTransitions.initialise(pair, 0);
    QueuePairTransitions.initialise(other, 0);
    Opened.connect(pair, other);
    other.close();
    BadRequest<SendWorkRequest> badSend = new BadRequest<>();
    assertEquals(VerbsErrno.EINVAL, pair.postSend(new SendWorkRequest().send(), badSend));
    assertEquals(
        "srq=" + made + " of type TM, whose queue pairs send only what tag matching needs",
        badSend.reason());
    pair.close();
    own.close();
    made.close();
  }

  private QueuePair pair(QueuePairType type, CompletionQueue own, SharedReceiveQueue made) {
    return domain.createQp(
        QueuePairInit.builder(type)
            .completionQueue(own)
            .sharedReceiveQueue(made)
            .capabilities(QueuePairCapabilities.of(4, 1))
            .build());
  }

  // List operations

  private void refused(int error, String reason, IntSupplier post) {
    assertEquals(error, post.getAsInt());
    assertEquals(reason, bad.reason());
  }

  private TagOperation add(int buffers) {
    TagOperation add = new TagOperation().add(1, 1, -1);
    for (int i = 0; i < buffers; i++) {
      add.buffers().add(0, 8, 0);
    }
    return add;
  }

  @Test
  void shouldNameTheFirstThatIsBadAndKeepThoseBefore() {
    SharedReceiveQueue made = created();
    TagOperation wrong = add(limits.maxSge() + 1);
    TagOperation good = add(limits.maxSge()).wrId(5).flags(TagOperation.SIGNALED).next(wrong);
    assertEquals(VerbsErrno.EINVAL, made.postOps(good, bad));
    assertSame(wrong, bad.request());
    int most = limits.maxSge();
    assertEquals("num_sge=%d, allowed 0..%d".formatted(most + 1, most), bad.reason());
    assertEquals(List.of(5L), on.drain(queue));
    TagOperation flags = new TagOperation().flags(4);
    refused(
        VerbsErrno.EINVAL,
        "flags=0x4, allowed IBV_OPS_SIGNALED|IBV_OPS_TM_SYNC",
        () -> made.postOps(flags, bad));
    assertSame(flags, bad.request());
    assertEquals(VerbsErrno.EINVAL, made.postOps(flags, null));
    refused(
        VerbsErrno.EINVAL,
        "handle=77, allowed: that of an IBV_WR_TAG_ADD",
        () -> made.postOps(new TagOperation().delete(77), bad));
    refused(
        VerbsErrno.EINVAL,
        "unexpected_cnt=1, allowed: at most the 0 messages that matched nothing",
        () -> made.postOps(new TagOperation().sync(1), bad));
  }

  @Test
  void shouldPostAsManyAtOnceAsItWasCreatedFor() {
    SharedReceiveQueue made = created();
    TagOperation last = new TagOperation();
    TagOperation first = last;
    for (int i = 0; i < OPERATIONS; i++) {
      first = new TagOperation().wrId(i).flags(TagOperation.SIGNALED).next(first);
    }
    TagOperation list = first;
    refused(
        VerbsErrno.ENOMEM,
        "one call has more than max_ops=3 operations",
        () -> made.postOps(list, bad));
    assertSame(last, bad.request());
    assertEquals(List.of(2L, 1L, 0L), on.drain(queue));
    assertEquals(0, made.postOps(last, bad));
  }

  @Test
  void shouldBeFullWithAsManyTagsAsItWasCreatedFor() {
    SharedReceiveQueue made = created();
    for (int i = 0; i < 4; i++) {
      assertEquals(0, made.postOps(add(1), null));
    }
    TagOperation fifth = add(1);
    fifth.handle(77);
    refused(
        VerbsErrno.ENOMEM,
        "the tag list is full: max_num_tags=4, remove entries first",
        () -> made.postOps(fifth, bad));
    assertSame(fifth, bad.request());
    assertEquals(77, fifth.handle());
  }

  @Test
  void shouldRefuseListOperationsWhereNoTagsAreMatched() {
    SharedReceiveQueue basic = domain.createSrq(SharedReceiveQueueInit.basic(4, 1));
    assertNull(basic.completionQueue());
    TagOperation operation = new TagOperation();
    refused(VerbsErrno.EINVAL, "srq_type=BASIC, allowed TM", () -> basic.postOps(operation, bad));
    assertSame(operation, bad.request());
  }

  @Test
  void shouldDoNothingAfterItsEnd() {
    SharedReceiveQueue made = created();
    made.close();
    assertThrows(IllegalStateException.class, () -> made.postOps(new TagOperation(), null));
  }
}
