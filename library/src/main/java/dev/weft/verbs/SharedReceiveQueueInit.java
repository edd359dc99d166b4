package dev.weft.verbs;

import dev.weft.argument.Require;

/**
 * {@code struct ibv_srq_init_attr, ibv_srq_init_attr_ex}: what {@code ibv_create_srq(3)} shall
 * create.
 *
 * @param attributes {@code attr}.
 * @param context {@code srq_context}: what {@link SharedReceiveQueue#context()} gives back.
 * @param type {@code srq_type}.
 * @param completionQueue {@code cq}: of XRC and tag-matching queues.
 * @param maxTags {@code tm_cap.max_num_tags}: entries of the tag list.
 * @param maxOperations {@code tm_cap.max_ops}: list operations under way.
 */
public record SharedReceiveQueueInit(
    SharedReceiveQueueAttributes attributes,
    Object context,
    SharedReceiveQueueType type,
    CompletionQueue completionQueue,
    int maxTags,
    int maxOperations) {

  /** Rejects nulls where there must be a value. */
  public SharedReceiveQueueInit {
    Require.notNull("attributes", attributes);
    Require.notNull("type", type);
  }

  /** A basic queue of so many receives of so many buffers. */
  public static SharedReceiveQueueInit basic(int maxWr, int maxSge) {
    return new SharedReceiveQueueInit(
        new SharedReceiveQueueAttributes(maxWr, maxSge, 0),
        null,
        SharedReceiveQueueType.BASIC,
        null,
        0,
        0);
  }

  /** The same queue, matching tags, with completions in {@code completionQueue}. */
  public SharedReceiveQueueInit matchingTags(
      CompletionQueue completionQueue, int maxTags, int maxOperations) {
    return new SharedReceiveQueueInit(
        attributes, context, SharedReceiveQueueType.TM, completionQueue, maxTags, maxOperations);
  }

  /** The same queue with another context. */
  public SharedReceiveQueueInit withContext(Object value) {
    return new SharedReceiveQueueInit(
        attributes, value, type, completionQueue, maxTags, maxOperations);
  }
}
