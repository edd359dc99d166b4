package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.nic.workqueue.SharedReceives;
import dev.weft.nic.workqueue.TagMatching;
import dev.weft.provider.verbs.device.DeviceLimits;
import dev.weft.provider.verbs.event.EventRelay;
import dev.weft.provider.verbs.post.PostExplanation;
import dev.weft.provider.verbs.post.RequestTranslation;
import dev.weft.provider.verbs.post.TagOperations;
import dev.weft.recording.PostRefusedEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.SharedReceiveQueueAttributes;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.attributes.SharedReceiveQueueType;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.TagOperation;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code struct ibv_srq} of the software device, on top of {@link SharedReceives}. */
public final class SoftwareSharedReceiveQueue extends AsyncEventSource
    implements SharedReceiveQueue {
  private static final String CALL = "ibv_create_srq";
  private static final String EXTENDED_CALL = "ibv_create_srq_ex";
  private static final AtomicInteger LAST_NUMBER = new AtomicInteger();

  private final SoftwareProtectionDomain domain;
  private final SharedReceiveQueueInit init;
  private final SharedReceives receives;
  private final int number = LAST_NUMBER.incrementAndGet();

  private SoftwareSharedReceiveQueue(
      ObjectUses uses,
      SoftwareProtectionDomain domain,
      SharedReceiveQueueInit init,
      SharedReceives receives) {
    super(uses, "ibv_destroy_srq");
    this.domain = domain;
    this.init = init;
    this.receives = receives;
    if (receives.tags() != null) {
      receives.tags().open();
    }
  }

  static SoftwareSharedReceiveQueue create(
      SoftwareProtectionDomain domain, SharedReceiveQueueInit init) {
    Require.notNull("init", init);
    domain.useCount().requireOpen();
    if (init.type() == SharedReceiveQueueType.XRC) {
      throw new VerbsException(
          VerbsErrno.EOPNOTSUPP, EXTENDED_CALL, "srq_type=XRC", "The device has BASIC and TM");
    }
    SharedReceiveQueueAttributes wanted = init.attributes();
    require(CALL, "max_wr", wanted.maxWr(), 1, DeviceLimits.MAX_QP_WR);
    require(CALL, "max_sge", wanted.maxSge(), 0, DeviceLimits.MAX_SGE);
    EventRelay relay = new EventRelay(domain.owner().asyncEvents());
    TagMatching tags =
        init.type() == SharedReceiveQueueType.TM ? matching(domain, init, relay) : null;
    SharedReceives receives = new SharedReceives(wanted.maxWr(), wanted.maxSge(), relay, tags);
    SoftwareSharedReceiveQueue made = create(domain, init, receives);
    relay.about(made);
    return made;
  }

  private static SoftwareSharedReceiveQueue create(
      SoftwareProtectionDomain domain, SharedReceiveQueueInit init, SharedReceives receives) {
    return ObjectUses.create(
        domain.owner(),
        domain.owner().quotas().sharedReceiveQueues(),
        CALL,
        uses -> new SoftwareSharedReceiveQueue(uses, domain, init, receives),
        domain);
  }

  /** The tag matching of a queue that is being created, after its limits are checked. */
  private static TagMatching matching(
      SoftwareProtectionDomain domain, SharedReceiveQueueInit init, EventRelay relay) {
    require(EXTENDED_CALL, "tm_cap.max_num_tags", init.maxTags(), 1, TagMatching.MAX_TAGS);
    require(
        EXTENDED_CALL, "tm_cap.max_ops", init.maxOperations(), 1, DeviceLimits.MAX_TAG_OPERATIONS);
    if (!(init.completionQueue() instanceof SoftwareCompletionQueue queue)
        || queue.owner() != domain.owner()) {
      throw new VerbsException(
          VerbsErrno.EINVAL,
          EXTENDED_CALL,
          "cq=" + init.completionQueue() + ", allowed one of this context",
          "");
    }
    queue.useCount().requireOpen();
    return new TagMatching(init.maxTags(), DeviceLimits.MAX_TAG_SGE, queue.sink(), relay);
  }

  private static void require(String call, String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new VerbsException(
          VerbsErrno.EINVAL, call, name + "=" + value + ", allowed " + least + ".." + most, "");
    }
  }

  public SharedReceives receives() {
    return receives;
  }

  @Override
  public Object context() {
    return init.context();
  }

  @Override
  public ProtectionDomain protectionDomain() {
    return domain;
  }

  @Override
  public SharedReceiveQueueType type() {
    return init.type();
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public CompletionQueue completionQueue() {
    return init.completionQueue();
  }

  @Override
  public int postRecv(ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad) {
    useCount().requireOpen();
    receives.enter();
    try {
      int error = RequestTranslation.post(receives, first, bad);
      if (error != 0 && bad != null) {
        ReceiveWorkRequest refused = bad.request();
        bad.request(refused, PostExplanation.of(refused, init.attributes(), error));
      }
      return PostRefusedEvent.report("ibv_post_srq_recv", error, VerbsErrno::strerror);
    } finally {
      receives.exit();
    }
  }

  @Override
  public int postOps(TagOperation first, BadRequest<TagOperation> bad) {
    useCount().requireOpen();
    receives.enter();
    try {
      int error = TagOperations.post(receives.tags(), init, first, bad);
      return PostRefusedEvent.report("ibv_post_srq_ops", error, VerbsErrno::strerror);
    } finally {
      receives.exit();
    }
  }

  @Override
  public int modify(SharedReceiveQueueAttributes attributes, int mask) {
    useCount().requireOpen();
    Require.notNull("attributes", attributes);
    if ((mask & ~SharedReceiveQueueAttributes.LIMIT) != 0) {
      return VerbsErrno.EINVAL; // its capacity is fixed
    }
    return mask == 0 ? 0 : receives.limit(attributes.limit());
  }

  @Override
  public SharedReceiveQueueAttributes query() {
    SharedReceiveQueueAttributes made = init.attributes();
    return new SharedReceiveQueueAttributes(made.maxWr(), made.maxSge(), receives.limit());
  }

  @Override
  void release() {
    tellNoMore();
    endEvents();
    if (receives.tags() != null) {
      receives.tags().close();
    }
  }

  @Override
  public String toString() {
    return "SharedReceiveQueue[" + number + "]";
  }
}
