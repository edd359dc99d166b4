package dev.weft.verbs.attributes;

import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.completion.WcFields;

/**
 * {@code struct ibv_cq_init_attr_ex}: attributes of {@code ibv_create_cq_ex(3)} (VX-01 to VX-11).
 * The mask selects whether the flags and the parent domain are used; {@link Builder#flags} and
 * {@link Builder#parentDomain} set their bit.
 *
 * @param cqe {@code cqe}: minimum capacity in entries, 1 to {@link DeviceAttributes#maxCqe()}.
 * @param context {@code cq_context}: returned by {@link CompletionQueue#context()}.
 * @param channel {@code channel}: the channel of its events, or null.
 * @param completionVector {@code comp_vector}: 0 to below {@link VerbsContext#completionVectors()}.
 * @param wcFlags {@code wc_flags}: the {@link WcFields} that can be read.
 * @param mask {@code comp_mask}: {@link #FLAGS}, {@link #PD}.
 * @param attributes the two attributes that the mask selects.
 */
public record CompletionQueueInit(
    int cqe,
    Object context,
    CompletionChannel channel,
    int completionVector,
    long wcFlags,
    int mask,
    Masked attributes) {

  /** {@code IBV_CQ_INIT_ATTR_MASK_FLAGS}: selects the flags (VX-05). */
  public static final int FLAGS = 1;

  /** {@code IBV_CQ_INIT_ATTR_MASK_PD}: selects the parent domain (VX-06). */
  public static final int PD = 1 << 1;

  /** {@code IBV_CREATE_CQ_ATTR_SINGLE_THREADED}: one thread at a time polls (VX-09). */
  public static final int SINGLE_THREADED = 1;

  /** {@code IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN}: an overrun loses the oldest entries (VX-10). */
  public static final int IGNORE_OVERRUN = 1 << 1;

  /**
   * Attributes that are used only if the mask selects them.
   *
   * @param flags {@code flags}: {@link #SINGLE_THREADED}, {@link #IGNORE_OVERRUN}.
   * @param parentDomain {@code parent_domain}: its allocator provides the memory; may be null.
   */
  public record Masked(int flags, ProtectionDomain parentDomain) {}

  /** {@code flags}, as given; used only if {@link #mask} selects it. */
  public int flags() {
    return attributes.flags;
  }

  /** {@code parent_domain}, as given; used only if {@link #mask} selects it. */
  public ProtectionDomain parentDomain() {
    return attributes.parentDomain;
  }

  /** A builder of a queue of at least {@code cqe} entries, without optional fields. */
  public static Builder builder(int cqe) {
    return new Builder(cqe);
  }

  /** Builds {@link CompletionQueueInit}. The values are checked when the queue is created. */
  public static final class Builder {

    private final int cqe;
    private Object context;
    private CompletionChannel channel;
    private int completionVector;
    private long wcFlags;
    private int mask;
    private int flags;
    private ProtectionDomain parentDomain;

    private Builder(int cqe) {
      this.cqe = cqe;
    }

    /** {@code cq_context}: returned by {@link CompletionQueue#context()}. */
    public Builder context(Object context) {
      this.context = context;
      return this;
    }

    /** {@code channel}: the channel of its events, or null. */
    public Builder channel(CompletionChannel channel) {
      this.channel = channel;
      return this;
    }

    /** {@code comp_vector}: 0 to below {@link VerbsContext#completionVectors()}. */
    public Builder completionVector(int completionVector) {
      this.completionVector = completionVector;
      return this;
    }

    /** {@code wc_flags}: the {@link WcFields} that can be read. */
    public Builder wcFlags(long wcFlags) {
      this.wcFlags = wcFlags;
      return this;
    }

    /** {@code flags}; sets its mask bit. */
    public Builder flags(int flags) {
      this.flags = flags;
      return mask(mask | FLAGS);
    }

    /** {@code parent_domain}; sets its mask bit. */
    public Builder parentDomain(ProtectionDomain parentDomain) {
      this.parentDomain = parentDomain;
      return mask(mask | PD);
    }

    /** {@code comp_mask}; replaces the bits that the setters have set. */
    public Builder mask(int mask) {
      this.mask = mask;
      return this;
    }

    /** Builds the attributes. */
    public CompletionQueueInit build() {
      Masked masked = new Masked(flags, parentDomain);
      return new CompletionQueueInit(
          cqe, context, channel, completionVector, wcFlags, mask, masked);
    }
  }
}
