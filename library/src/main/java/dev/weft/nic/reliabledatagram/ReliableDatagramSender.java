package dev.weft.nic.reliabledatagram;

import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.DrainableSender;
import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.RequestWriter;
import dev.weft.nic.workqueue.SendQueue;

/**
 * The sender of a reliable datagram queue pair. It queues one request at a time, in order, at the
 * end-to-end context that the request names. So a queue pair and a context each have at most one
 * message outstanding.
 *
 * <p>A failed request stops this queue pair, not the context. A context that fails with it rejects
 * the next request. The caller holds the lock.
 */
final class ReliableDatagramSender extends DrainableSender {
  private final QueuePairMachine machine;
  private final SendQueue queue;
  private final EnvelopeWriter writer;
  private final ReliableDomain domain;

  /** The context that sends the oldest request, or where it waits; null for none. */
  private EndToEndSender context;

  private long submitted;

  ReliableDatagramSender(
      QueuePairMachine machine, SendQueue queue, BufferTable memory, ReliableDomain domain) {
    this.machine = machine;
    this.queue = queue;
    this.domain = domain;
    writer = new EnvelopeWriter(machine, queue, memory);
  }

  QueuePairMachine machine() {
    return machine;
  }

  /** The writer of its requests, for a context with these attributes. */
  RequestWriter writer(Attributes carrier) {
    writer.through(carrier);
    return writer;
  }

  @Override
  public void clear() {
    withdrawRequest();
    queue.clear();
    super.clear();
  }

  @Override
  public void pump() {
    if (context == null && !isDraining() && !queue.isEmpty()) {
      submit();
    }
  }

  private void submit() {
    EndToEndSender named = domain.context(queue.endToEnd(queue.done));
    int status = judge(named);
    if (status != WcStatus.SUCCESS) {
      machine.fail(status);
    } else {
      submitted = queue.done;
      context = named;
      named.lineUp(this);
    }
  }

  private int judge(EndToEndSender named) {
    if (named == null) {
      return WcStatus.INVALID_CONTEXT;
    }
    if (!named.belongsTo(domain)) {
      return WcStatus.RELIABLE_DOMAIN_VIOLATION;
    }
    return named.isReady() ? WcStatus.SUCCESS : WcStatus.INVALID_CONTEXT_STATE;
  }

  /** Whether the request at the context has ended. */
  boolean isOver() {
    return queue.done > submitted;
  }

  /**
   * Called by the context when the request has ended, or must be checked again before it begins.
   */
  void returned() {
    context = null;
    machine.noteDrained();
    machine.pump();
  }

  /** Called by the context when the request has failed. */
  void failed(int status) {
    context = null;
    machine.fail(status);
  }

  private void withdrawRequest() {
    if (context != null) {
      EndToEndSender from = context;
      context = null;
      from.withdraw(this);
    }
  }

  @Override
  public void drain() {
    super.drain();
    if (context != null && context.leaveLine(this)) {
      context = null;
    }
  }

  @Override
  public boolean isDrained() {
    return context == null;
  }

  @Override
  public boolean flush(int culprit) {
    withdrawRequest();
    return queue.flush(culprit);
  }
}
