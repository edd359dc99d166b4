package dev.weft.verbs.attributes;

import dev.weft.argument.Require;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.SharedReceiveQueue;

/**
 * {@code struct ibv_srq_init_attr, ibv_srq_init_attr_ex}: attributes of {@code ibv_create_srq(3)}.
 *
 * @param attributes {@code attr}.
 * @param context {@code srq_context}: returned by {@link SharedReceiveQueue#context()}.
 * @param type {@code srq_type}.
 * @param completionQueue {@code cq}: for XRC and tag-matching queues.
 * @param maxTags {@code tm_cap.max_num_tags}: entries of the tag list.
 * @param maxOperations {@code tm_cap.max_ops}: outstanding list operations.
 */
public record SharedReceiveQueueInit(
    SharedReceiveQueueAttributes attributes,
    Object context,
    SharedReceiveQueueType type,
    CompletionQueue completionQueue,
    int maxTags,
    int maxOperations) {

  /** Rejects null for required values. */
  public SharedReceiveQueueInit {
    Require.notNull("attributes", attributes);
    Require.notNull("type", type);
  }

  /** A basic queue with the given numbers of receives and of buffers per receive. */
  public static SharedReceiveQueueInit basic(int maxWr, int maxSge) {
    return new SharedReceiveQueueInit(
        new SharedReceiveQueueAttributes(maxWr, maxSge, 0),
        null,
        SharedReceiveQueueType.BASIC,
        null,
        0,
        0);
  }

  /** A copy that matches tags and completes to {@code completionQueue}. */
  public SharedReceiveQueueInit matchingTags(
      CompletionQueue completionQueue, int maxTags, int maxOperations) {
    return new SharedReceiveQueueInit(
        attributes, context, SharedReceiveQueueType.TM, completionQueue, maxTags, maxOperations);
  }

  /** A copy with another context. */
  public SharedReceiveQueueInit withContext(Object value) {
    return new SharedReceiveQueueInit(
        attributes, value, type, completionQueue, maxTags, maxOperations);
  }
}
