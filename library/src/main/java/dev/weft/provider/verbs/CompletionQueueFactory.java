package dev.weft.provider.verbs;

import dev.weft.argument.FlagNames;
import dev.weft.completion.work.WorkCompletionOptions;
import dev.weft.provider.verbs.device.DeviceLimits;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.completion.WcFields;

/** Creates completion queues, after all of their attributes were checked. */
public final class CompletionQueueFactory {
  private static final int KNOWN_MASKS = CompletionQueueInit.FLAGS | CompletionQueueInit.PD;
  private static final int KNOWN_FLAGS =
      CompletionQueueInit.SINGLE_THREADED | CompletionQueueInit.IGNORE_OVERRUN;
  private static final FlagNames MASKS =
      new FlagNames()
          .name(CompletionQueueInit.FLAGS, "IBV_CQ_INIT_ATTR_MASK_FLAGS")
          .name(CompletionQueueInit.PD, "IBV_CQ_INIT_ATTR_MASK_PD");
  private static final FlagNames FLAGS =
      new FlagNames()
          .name(CompletionQueueInit.SINGLE_THREADED, "IBV_CREATE_CQ_ATTR_SINGLE_THREADED")
          .name(CompletionQueueInit.IGNORE_OVERRUN, "IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN");
  private static final long WALL_CLOCK = WcFields.COMPLETION_TIMESTAMP_WALLCLOCK;
  private static final long STAMPS = WcFields.COMPLETION_TIMESTAMP | WALL_CLOCK;

  private CompletionQueueFactory() {}

  public static SoftwareCompletionQueue create(
      SoftwareContext owner, int cqe, Object context, CompletionChannel channel, int vector) {
    plain("ibv_create_cq", owner, cqe, channel, vector);
    SoftwareCompletionChannel own = (SoftwareCompletionChannel) channel;
    return ObjectUses.create(
        owner,
        owner.quotas().completionQueues(),
        "ibv_create_cq",
        uses -> new SoftwareCompletionQueue(uses, cqe, context, own, WorkCompletionOptions.PLAIN),
        own);
  }

  public static SoftwareExtendedCompletionQueue create(
      SoftwareContext owner, CompletionQueueInit init) {
    String call = "ibv_create_cq_ex";
    if (init == null) {
      throw new IllegalArgumentException("init=null, allowed: CompletionQueueInit.builder(cqe)");
    }
    if ((init.wcFlags() & ~(WcFields.ALL | WcFields.EXTENSIONS)) != 0) {
      throw unknown(
          call,
          "wc_flags=" + WcFields.describe(init.wcFlags()),
          WcFields.describe(WcFields.ALL | WcFields.EXTENSIONS));
    }
    if ((init.mask() & ~KNOWN_MASKS) != 0) {
      throw unknown(call, "comp_mask=" + MASKS.describe(init.mask()), MASKS.describe(KNOWN_MASKS));
    }
    int flags = (init.mask() & CompletionQueueInit.FLAGS) == 0 ? 0 : init.flags();
    if ((flags & ~KNOWN_FLAGS) != 0) {
      throw invalid(
          call, "flags=" + FLAGS.describe(flags) + ", allowed " + FLAGS.describe(KNOWN_FLAGS));
    }
    plain(call, owner, init.cqe(), init.channel(), init.completionVector());
    SoftwareParentDomain domain = parentDomain(call, owner, init);
    return create(owner, init, options(init.wcFlags(), flags), domain);
  }

  /** Creates a queue with memory of the domain's allocator, if it has one (VX-15, VX-16). */
  private static SoftwareExtendedCompletionQueue create(
      SoftwareContext owner,
      CompletionQueueInit init,
      WorkCompletionOptions options,
      SoftwareParentDomain domainOrNull) {
    QueueMemory memory =
        domainOrNull == null
            ? QueueMemory.DEFAULT
            : MirroredEntries.allocate(domainOrNull, init.cqe(), "ibv_create_cq_ex");
    SoftwareExtendedCompletionQueue made = null;
    try {
      made =
          ObjectUses.create(
              owner,
              owner.quotas().completionQueues(),
              "ibv_create_cq_ex",
              uses ->
                  new SoftwareExtendedCompletionQueue(uses, init, options, domainOrNull, memory),
              (SoftwareCompletionChannel) init.channel(),
              domainOrNull);
      return made;
    } finally {
      if (made == null) {
        memory.free();
      }
    }
  }

  private static WorkCompletionOptions options(long fields, int flags) {
    return new WorkCompletionOptions(
        (flags & CompletionQueueInit.SINGLE_THREADED) != 0,
        (flags & CompletionQueueInit.IGNORE_OVERRUN) != 0,
        (fields & STAMPS) != 0,
        (fields & WALL_CLOCK) != 0);
  }

  private static void plain(
      String call, SoftwareContext owner, int cqe, CompletionChannel channel, int vector) {
    if (cqe < 1 || cqe > DeviceLimits.MAX_CQE) {
      throw invalid(call, "cqe=" + cqe + ", allowed 1 to " + DeviceLimits.MAX_CQE);
    }
    if (vector < 0 || vector >= owner.completionVectors()) {
      throw invalid(
          call, "comp_vector=" + vector + ", allowed 0 to " + (owner.completionVectors() - 1));
    }
    if (channel != null) {
      requireOwn(call, owner, channel);
    }
  }

  private static void requireOwn(String call, SoftwareContext owner, CompletionChannel channel) {
    if (!(channel instanceof SoftwareCompletionChannel own) || !own.verbs().equals(owner)) {
      throw invalid(call, "channel=" + channel + ", allowed one of this context");
    }
    own.useCount().requireOpen();
  }

  private static SoftwareParentDomain parentDomain(
      String call, SoftwareContext owner, CompletionQueueInit init) {
    if ((init.mask() & CompletionQueueInit.PD) == 0) {
      return null;
    }
    if (!(init.parentDomain() instanceof SoftwareParentDomain domain)
        || !domain.verbs().equals(owner)) {
      throw invalid(
          call, "parent_domain=" + init.parentDomain() + ", allowed a parent of this context");
    }
    domain.useCount().requireOpen();
    return domain;
  }

  private static VerbsException invalid(String call, String detail) {
    return new VerbsException(VerbsErrno.EINVAL, call, detail, "");
  }

  private static VerbsException unknown(String call, String detail, String allowed) {
    return new VerbsException(VerbsErrno.EOPNOTSUPP, call, detail, "Allowed: " + allowed);
  }
}
