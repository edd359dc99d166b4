package dev.weft.nic.queuepair;

import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.SendQueue;

/** Requests that need no peer: {@code IBV_WR_BIND_MW} and {@code IBV_WR_LOCAL_INV}. */
final class LocalOperation {

  private LocalOperation() {}

  /** Executes a request once; returns the status of its completion. */
  static int execute(QueuePairMachine machine, SendQueue queue, long index) {
    if (queue.isExecuted(index)) {
      return WcStatus.SUCCESS;
    }
    boolean binds = queue.opcode(index) == Operation.BIND_WINDOW;
    boolean done =
        binds
            ? machine.table().bind(machine.domain(), queue.binding(index))
            : machine.table().invalidate(machine.domain(), queue.immediateOrKey(index));
    if (done) {
      queue.executed(index);
      return WcStatus.SUCCESS;
    }
    return binds ? WcStatus.WINDOW_BIND : WcStatus.LOCAL_OPERATION;
  }
}
