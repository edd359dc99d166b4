package dev.weft.conformance.verbs;

import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionQueueInit;
import dev.weft.verbs.ProtectionDomain;

/** What a check wants an extended queue to be like: 16 entries, no channel, if not said. */
final class QueuePlan {
  private static final int SIZE = 16;

  private final long wcFlags;
  private int cqe = SIZE;
  private Object context;
  private CompletionChannel channel;
  private int vector;
  private int flags;
  private ProtectionDomain parentDomain;
  private int mask;

  QueuePlan(long wcFlags) {
    this.wcFlags = wcFlags;
  }

  QueuePlan cqe(int cqe) {
    this.cqe = cqe;
    return this;
  }

  QueuePlan context(Object context) {
    this.context = context;
    return this;
  }

  QueuePlan channel(CompletionChannel channel) {
    this.channel = channel;
    return this;
  }

  QueuePlan vector(int vector) {
    this.vector = vector;
    return this;
  }

  /** These creation flags, with their bit in the mask. */
  QueuePlan flags(int flags) {
    this.flags = flags;
    mask |= CompletionQueueInit.FLAGS;
    return this;
  }

  QueuePlan singleThreaded() {
    return flags(CompletionQueueInit.SINGLE_THREADED);
  }

  /** This parent domain, with its bit in the mask. */
  QueuePlan parentDomain(ProtectionDomain domain) {
    parentDomain = domain;
    mask |= CompletionQueueInit.PD;
    return this;
  }

  /** This mask instead of what the others have set. */
  QueuePlan mask(int mask) {
    this.mask = mask;
    return this;
  }

  CompletionQueueInit build() {
    return CompletionQueueInit.builder(cqe)
        .context(context)
        .channel(channel)
        .completionVector(vector)
        .wcFlags(wcFlags)
        .flags(flags)
        .parentDomain(parentDomain)
        .mask(mask)
        .build();
  }
}
