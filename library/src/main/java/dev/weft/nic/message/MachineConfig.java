package dev.weft.nic.message;

import dev.weft.completion.CompletionWriter;
import dev.weft.memory.MemoryTable;
import dev.weft.wire.SharedMemory;

/**
 * The configuration of an {@code EndpointMachine}.
 *
 * @param limits its capacities
 * @param reliable whether nothing is dropped
 * @param ordered whether completions to one peer are in the order of posting
 * @param threadSafe whether several threads may use it at the same time
 * @param sources how it treats the sources of messages
 * @param sendQueue receives the completions of sends, RMA and atomics
 * @param receiveQueue receives the completions of receives
 * @param counters its counters
 * @param peers what peers may do with it
 * @param memory what peers may access
 * @param shared allocates memory that other processes can map; or null
 * @param doorbell wakes waiting threads
 * @param incarnation see {@link dev.weft.wire.PortListener#incarnation}
 */
public record MachineConfig(
    MachineLimits limits,
    boolean reliable,
    boolean ordered,
    boolean threadSafe,
    SourcePolicy sources,
    CompletionWriter sendQueue,
    CompletionWriter receiveQueue,
    MachineCounters counters,
    PeerRights peers,
    MemoryTable memory,
    SharedMemory shared,
    Doorbell doorbell,
    long incarnation) {}
