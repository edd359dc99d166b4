package dev.weft.ffm.ibverbs.attribute;

import dev.weft.ffm.ibverbs.layout.ObjectLayouts;
import dev.weft.ffm.linker.CMemory;

/**
 * The functions of a device's driver, which C calls inline through the context.
 *
 * @param context address of the {@code struct ibv_context}
 * @param pollCq {@code poll_cq}
 * @param requestNotify {@code req_notify_cq}
 * @param postSend {@code post_send}
 * @param postReceive {@code post_recv}
 * @param postShared {@code post_srq_recv}
 */
public record ContextFunctions(
    long context,
    long pollCq,
    long requestNotify,
    long postSend,
    long postReceive,
    long postShared) {

  private static final long EXTENDED = -1L;
  private static final long BEFORE_CONTEXT = ObjectLayouts.EXTENDED_CONTEXT.offset("context");
  private static final long SIZE = ObjectLayouts.EXTENDED_CONTEXT.offset("sz");

  public static ContextFunctions of(long context) {
    return new ContextFunctions(
        context,
        plain(context, "poll_cq"),
        plain(context, "req_notify_cq"),
        plain(context, "post_send"),
        plain(context, "post_recv"),
        plain(context, "post_srq_recv"));
  }

  /** A function of {@code struct ibv_context_ops}; 0 if the driver has none. */
  public long plain(String name) {
    return plain(context, name);
  }

  private static long plain(long context, String name) {
    return CMemory.word(
        context + ObjectLayouts.CONTEXT.offset("ops") + ObjectLayouts.FUNCTIONS.offset(name));
  }

  /**
   * {@code verbs_get_ctx_op}: a function of {@code struct verbs_context}, in which the context
   * lies; 0 if the library or the driver has none. Members are added at the front.
   */
  public long extended(String name) {
    if (CMemory.word(context + ObjectLayouts.CONTEXT.offset("abi_compat")) != EXTENDED) {
      return 0;
    }
    long surrounding = context - BEFORE_CONTEXT;
    long needed =
        ObjectLayouts.EXTENDED_CONTEXT.size() - ObjectLayouts.EXTENDED_CONTEXT.offset(name);
    return Long.compareUnsigned(CMemory.word(surrounding + SIZE), needed) < 0
        ? 0
        : CMemory.word(surrounding + ObjectLayouts.EXTENDED_CONTEXT.offset(name));
  }
}
