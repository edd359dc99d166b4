package dev.weft.nic.queuepair;

import dev.weft.completion.WorkCompletionSink;

/**
 * What a queue pair needs to be.
 *
 * @param shared where it takes its receives from, or null for receives of its own
 * @param reliableDomain of a reliable datagram queue pair or an end-to-end context, else null
 */
public record QueuePairConfig(
    AddressMap addresses,
    TransportType type,
    int number,
    int domain,
    ProtectionTable table,
    QueuePairLimits limits,
    boolean signalAll,
    WorkCompletionSink sendSink,
    WorkCompletionSink receiveSink,
    SharedReceives shared,
    TransportEvents events,
    ReliableDomain reliableDomain) {}
