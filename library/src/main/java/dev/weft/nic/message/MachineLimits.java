package dev.weft.nic.message;

/**
 * The capacities of an endpoint.
 *
 * @param sends sends that wait for an acknowledgement, at most 65,536
 * @param receives posted receives
 * @param buffers buffers of one operation
 * @param eagerLimit bytes up to which a message travels inside its frame
 * @param storeLimit bytes of messages that wait for a receive
 */
public record MachineLimits(
    int sends, int receives, int buffers, long eagerLimit, long storeLimit) {}
