package dev.weft.nic.packet;

/**
 * {@code struct ibv_qp_cap}.
 *
 * @param sends send requests that may be outstanding
 * @param receives receive requests that may be outstanding
 * @param sendBuffers buffers of a send request
 * @param receiveBuffers buffers of a receive request
 * @param inline bytes of inline data
 */
public record QueuePairLimits(
    int sends, int receives, int sendBuffers, int receiveBuffers, int inline) {}
