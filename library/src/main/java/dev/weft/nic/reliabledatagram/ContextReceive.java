package dev.weft.nic.reliabledatagram;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.workqueue.ReceiveQueue;

/**
 * The receive state of one end-to-end context at a queue pair: the request of the current message
 * and the extra fields of its completion. The caller holds the lock.
 */
public final class ContextReceive extends ReceiveQueue {
  private final ReliableReceives whole;
  private final int context;
  private long index;
  private int from;
  private long origin;

  ContextReceive(ReliableReceives whole, int context) {
    super(whole);
    this.whole = whole;
    this.context = context;
  }

  /** Sets the source of the next message. */
  void from(int sourceQueuePair, int lid, int level) {
    from = sourceQueuePair;
    origin = WorkCompletion.origin(0, lid, level, 0);
  }

  @Override
  public boolean hold() {
    if (!holding) {
      index = whole.take();
      holding = index != ReliableReceives.NONE;
      at = whole.at(index);
    }
    return holding;
  }

  @Override
  public WorkCompletion describe(int opcode, int status) {
    WorkCompletion described = super.describe(opcode, status);
    described.sourceQueuePair = from;
    described.endToEndContext = context;
    described.origin = origin;
    return described;
  }

  @Override
  public boolean complete() {
    completion.wrId = own.words[at];
    completion.queuePair = queuePair;
    completion.freedResources = whole.end(index);
    holding = false;
    return sink.add(completion);
  }

  /** Drops the request without completing it. */
  @Override
  public void clear() {
    holding = false;
  }
}
