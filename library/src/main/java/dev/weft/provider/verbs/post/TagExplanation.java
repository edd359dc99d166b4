package dev.weft.provider.verbs.post;

import dev.weft.nic.workqueue.TagMatching;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.work.TagOperation;

/** Says why {@code ibv_post_srq_ops(3)} has failed. It looks at the operation again afterwards. */
final class TagExplanation {
  private static final int FLAGS = TagOperation.SIGNALED | TagOperation.TM_SYNC;

  private TagExplanation() {}

  /** Why a queue with these limits refused an operation with this error number. */
  static String of(
      TagMatching tagsOrNull, SharedReceiveQueueInit limits, TagOperation operation, int error) {
    if (tagsOrNull == null) {
      return "srq_type=" + limits.type() + ", allowed TM";
    }
    return error == VerbsErrno.ENOMEM ? full(tagsOrNull, limits) : invalid(tagsOrNull, operation);
  }

  private static String full(TagMatching tags, SharedReceiveQueueInit limits) {
    return tags.list.isFull()
        ? "the tag list is full: max_num_tags=%d, remove entries first".formatted(limits.maxTags())
        : "one call has more than max_ops=%d operations".formatted(limits.maxOperations());
  }

  private static String invalid(TagMatching tags, TagOperation operation) {
    int buffers = operation.buffers().count();
    if (operation.opcode() == TagOperation.TAG_ADD && buffers > tags.maximumBuffers()) {
      return "num_sge=%d, allowed 0..%d".formatted(buffers, tags.maximumBuffers());
    }
    if (operation.opcode() == TagOperation.TAG_DEL && !tags.list.isHandle(operation.handle())) {
      return "handle=%d, allowed: that of an IBV_WR_TAG_ADD".formatted(operation.handle());
    }
    return (operation.flags() & ~FLAGS) == 0
        ? "unexpected_cnt=%d, allowed: at most the %d messages that matched nothing"
            .formatted(operation.unexpectedCount(), tags.unexpected())
        : "flags=0x%X, allowed IBV_OPS_SIGNALED|IBV_OPS_TM_SYNC".formatted(operation.flags());
  }
}
