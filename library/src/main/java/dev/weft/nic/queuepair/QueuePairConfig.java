package dev.weft.nic.queuepair;

import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.QueuePairLimits;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.SendQueue;
import dev.weft.nic.workqueue.SharedReceives;
import dev.weft.wire.SharedMemory;

/**
 * The parameters of a queue pair machine.
 *
 * @param memory the memory that peers in other processes access directly, or null
 * @param shared the shared receive queue, or null for a receive queue of its own
 * @param group of a reliable datagram queue pair or an end-to-end context, else null
 */
public record QueuePairConfig(
    AddressMap addresses,
    TransportType type,
    int number,
    int domain,
    ProtectionTable table,
    SharedMemory memory,
    QueuePairLimits limits,
    boolean signalAll,
    WorkCompletionSink sendSink,
    WorkCompletionSink receiveSink,
    SharedReceives shared,
    TransportEvents events,
    MachineGroup group) {

  /** A send queue with this configuration. */
  SendQueue newSendQueue() {
    return new SendQueue(limits, sendSink, signalAll, number);
  }

  /** A receive queue with this configuration. */
  ReceiveQueue newReceiveQueue(QueuePairMachine machine) {
    return type == TransportType.RELIABLE_DATAGRAM
        ? group.receives(machine, this)
        : new ReceiveQueue(limits, shared, receiveSink, number);
  }
}
