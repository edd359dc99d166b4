package dev.weft.nic.endpoint;

import dev.weft.completion.CompletionWriter;
import dev.weft.memory.MemoryTable;
import dev.weft.wire.SharedMemory;

/**
 * What an endpoint needs to be.
 *
 * @param limits how much it holds
 * @param reliable whether nothing is dropped
 * @param ordered whether what is posted to one peer is reported in the order of posting
 * @param threadSafe whether several threads may use it at the same time
 * @param sources what it wants to know of senders
 * @param sendQueue where what it posts is reported
 * @param receiveQueue where receives are reported
 * @param counters what counts
 * @param peers what peers may do with it
 * @param memory what peers may access
 * @param shared where memory comes from that other processes can map; or null
 * @param doorbell who is to be woken
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
    Doorbell doorbell) {}
