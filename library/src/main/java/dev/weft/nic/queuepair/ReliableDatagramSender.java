package dev.weft.nic.queuepair;

/**
 * The sending half of a reliable datagram queue pair: hands one request after the other, in order,
 * to the end-to-end context that it names, and hands out the next when that one is done. So there
 * is never more than one message under way, of a queue pair as of a context.
 *
 * <p>A request that fails stops this queue pair, not the context; the context that fails with it
 * says so to the next. For who is inside.
 */
final class ReliableDatagramSender extends DrainableSender {
  private final QueuePairMachine machine;
  private final SendQueue queue;
  private final EnvelopeWriter writer;
  private final ReliableDomain domain;

  /** Where the oldest request is, or waits for its turn; null for nowhere. */
  private EndToEndSender context;

  private long handedOut;

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

  /** What writes its requests, through the context of these attributes. */
  RequestWriter writer(Attributes carrier) {
    writer.through(carrier);
    return writer;
  }

  @Override
  public void start(int number) {}

  @Override
  public void clear() {
    takeBack();
    queue.clear();
    super.clear();
  }

  @Override
  public void pump() {
    if (context == null && !isDraining() && !queue.isEmpty()) {
      handOut();
    }
  }

  private void handOut() {
    EndToEndSender named = domain.context(queue.endToEnd(queue.done));
    int status = judge(named);
    if (status != WcStatus.SUCCESS) {
      machine.fail(status);
    } else {
      handedOut = queue.done;
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

  /** Whether the request that was handed out has ended. */
  boolean isOver() {
    return queue.done > handedOut;
  }

  /** The context is done with it: it has ended, or was not begun and is to be judged anew. */
  void returned() {
    context = null;
    machine.noteDrained();
    machine.pump();
  }

  /** The context could not do it. */
  void failed(int status) {
    context = null;
    machine.fail(status);
  }

  private void takeBack() {
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
    takeBack();
    return queue.flush(culprit);
  }
}
