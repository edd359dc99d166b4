package dev.weft.conformance.verbs.bench;

import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.CompletionQueueInit;

/** Configures an extended queue: 16 entries and no channel by default. */
public final class QueuePlan {
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

  public QueuePlan cqe(int cqe) {
    this.cqe = cqe;
    return this;
  }

  QueuePlan context(Object context) {
    this.context = context;
    return this;
  }

  public QueuePlan channel(CompletionChannel channel) {
    this.channel = channel;
    return this;
  }

  public QueuePlan vector(int vector) {
    this.vector = vector;
    return this;
  }

  /** Sets creation flags, with their bit in the mask. */
  public QueuePlan flags(int flags) {
    this.flags = flags;
    mask |= CompletionQueueInit.FLAGS;
    return this;
  }

  QueuePlan singleThreaded() {
    return flags(CompletionQueueInit.SINGLE_THREADED);
  }

  /** Sets the parent domain, with its bit in the mask. */
  public QueuePlan parentDomain(ProtectionDomain domain) {
    parentDomain = domain;
    mask |= CompletionQueueInit.PD;
    return this;
  }

  /** Sets the mask, instead of the bits set by the other methods. */
  public QueuePlan mask(int mask) {
    this.mask = mask;
    return this;
  }

  public CompletionQueueInit build() {
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
