package dev.weft.nic.reliabledatagram;

import dev.weft.nic.packet.States;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.DrainableSender;
import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.nic.queuepair.Requester;
import dev.weft.nic.workqueue.RequestWriter;
import dev.weft.wire.Link;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The requester of an end-to-end context. It sends one message at a time for the waiting queue
 * pairs in turn, by a {@link Requester} as in a connected queue pair.
 *
 * <pre>
 *   ReliableDatagramSender  ReliableDatagramSender  ...        queue pairs of one domain
 *            |                     |
 *            +------ line up ------+----> served ---> Requester ---> wire
 *            |                               |
 *            +<---- ended, or failed --------+
 * </pre>
 *
 * <p>A message that is cancelled in the middle uses up its number, and the peer is notified that
 * messages start again at the next number. The caller holds the lock.
 */
final class EndToEndSender extends DrainableSender {
  private final QueuePairMachine machine;
  private final Requester requester;
  private final RequestWriter idle;
  private final ReliableDomain domain;
  private final ArrayDeque<ReliableDatagramSender> line = new ArrayDeque<>();
  private ReliableDatagramSender served;

  /** The peer has not yet been notified of a cancelled message. */
  private boolean cancelled;

  EndToEndSender(
      QueuePairMachine machine, Requester requester, RequestWriter idle, ReliableDomain domain) {
    this.machine = machine;
    this.requester = requester;
    this.idle = idle;
    this.domain = domain;
  }

  /** Any thread. */
  boolean belongsTo(ReliableDomain other) {
    return domain.equals(other);
  }

  /** EECN. Any thread. */
  int number() {
    return machine.number();
  }

  /** Any thread. */
  boolean isClosed() {
    return machine.isClosed();
  }

  /** Whether it accepts requests. */
  boolean isReady() {
    return machine.canSend();
  }

  @Override
  public void start(int number) {
    requester.start(number);
  }

  @Override
  public void clear() {
    flush(WcStatus.LOCAL_CONTEXT_OPERATION);
    returnAll();
    requester.clear();
    super.clear();
    cancelled = false;
  }

  // Queue pairs

  /** Queues this queue pair, to send its next request. */
  void lineUp(ReliableDatagramSender next) {
    line.add(next);
    machine.pump();
  }

  /** Removes a waiting queue pair; false if its request is already being sent. */
  boolean leaveLine(ReliableDatagramSender waiting) {
    return line.remove(waiting);
  }

  /** Cancels the request of this queue pair, waiting or being sent. */
  void withdraw(ReliableDatagramSender gone) {
    if (gone.equals(served)) {
      cancelServed();
      machine.pump();
    } else {
      line.remove(gone);
    }
  }

  private void cancelServed() {
    cancelled = true;
    machine.retryTimer.cancel();
    requester.numbers.use();
    release();
  }

  private void release() {
    served = null;
    requester.serveOne(machine, idle);
    machine.noteDrained();
  }

  @Override
  public void pump() {
    if (served != null && served.isOver()) {
      ReliableDatagramSender done = served;
      release();
      done.returned();
    }
    do {
      if (served == null && !begin()) {
        return;
      }
      requester.pump();
    } while (served == null);
  }

  private boolean begin() {
    if (!notifyCancelled() || isDraining() || line.isEmpty()) {
      return false;
    }
    served = line.remove();
    requester.serveOne(served.machine(), served.writer(machine.attributes));
    return true;
  }

  /** False if the ring is full. */
  private boolean notifyCancelled() {
    Link link = cancelled ? machine.peers().peer() : null;
    if (link != null) {
      if (!EnvelopeWriter.writeEnd(link, requester.numbers.next())) {
        return link.isClosed();
      }
      machine.ringLater(link);
    }
    cancelled = false;
    return true;
  }

  // States

  @Override
  public boolean isDrained() {
    return served == null;
  }

  /** Fails the outstanding request. In the error state, also returns all waiting ones. */
  @Override
  public boolean flush(int culprit) {
    if (served != null) {
      ReliableDatagramSender failed = served;
      cancelServed();
      failed.failed(statusOf(culprit));
    }
    if (machine.state() == States.ERROR) {
      returnAll();
    }
    return true;
  }

  /** The status of a request that fails only because its context does. */
  private static int statusOf(int culprit) {
    boolean own = culprit != WcStatus.FLUSHED && culprit != WcStatus.FATAL;
    return own ? culprit : WcStatus.LOCAL_CONTEXT_OPERATION;
  }

  /** Returns the waiting queue pairs, which check again and find that the context is not ready. */
  private void returnAll() {
    List<ReliableDatagramSender> waiting = List.copyOf(line);
    line.clear();
    waiting.forEach(ReliableDatagramSender::returned);
  }

  /** Whether a failure with this status moves the context to the error state. */
  @Override
  public boolean isFatal(int status) {
    return status == WcStatus.RETRIES_EXCEEDED
        || status == WcStatus.RESPONSE_TIMEOUT
        || status == WcStatus.BAD_RESPONSE;
  }
}
