package dev.weft.nic.responder;

import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.RequestView;

/**
 * Executes requests of the peer that holds both locks, as {@link Responder} does those in frames.
 * Returns false where frames must report an error; then nothing has happened.
 */
final class InProcessRequests {
  private final LocalQueuePair queuePair;
  private final ReceiveQueue receives;
  private final BufferTable memory;
  private final RemoteAccess remote;

  InProcessRequests(
      LocalQueuePair queuePair, ReceiveQueue receives, BufferTable memory, RemoteAccess remote) {
    this.queuePair = queuePair;
    this.receives = receives;
    this.memory = memory;
    this.remote = remote;
  }

  /** Executes the next request in order. */
  boolean execute(RequestView request) {
    return switch (request.opcode()) {
      case Operation.SEND, Operation.SEND_WITH_IMMEDIATE ->
          !receives.matchesTags() && receive(request);
      case Operation.RDMA_WRITE -> remote.write(request);
      case Operation.RDMA_READ -> remote.read(request);
      default -> false;
    };
  }

  private boolean receive(RequestView request) {
    if (receives.isShared() && !request.isReadable()) {
      return false; // no frame will come for the receive that would be taken from others
    }
    boolean fits = receives.hold() && request.length() <= receives.room();
    if (!fits || !receives.receive(memory, request)) {
      return false; // the request stays the current one
    }
    receives.describe(Operation.RECEIVED, WcStatus.SUCCESS);
    receives.describeMessage(request.length(), request.frameFlags(), request.immediate());
    if (!receives.complete()) {
      queuePair.overrun();
    }
    return true;
  }
}
