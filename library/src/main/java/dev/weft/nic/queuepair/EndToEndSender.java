package dev.weft.nic.queuepair;

import dev.weft.wire.Link;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The asking half of an end-to-end context: lets the queue pairs that stand in line send one
 * message each, by the {@link Requester} that a connected queue pair has, too.
 *
 * <pre>
 *   ReliableDatagramSender  ReliableDatagramSender  ...        queue pairs of one domain
 *            |                     |
 *            +------ line up ------+----> served ---> Requester ---> wire
 *            |                               |
 *            +<---- ended, or failed --------+
 * </pre>
 *
 * <p>What is given up in the middle leaves its number behind, and the peer is told: from the next
 * number on there is a new beginning. For who is inside.
 */
final class EndToEndSender extends DrainableSender {
  private final QueuePairMachine machine;
  private final Requester requester;
  private final RequestWriter idle;
  private final ReliableDomain domain;
  private final ArrayDeque<ReliableDatagramSender> line = new ArrayDeque<>();
  private ReliableDatagramSender served;

  /** The peer does not know yet that a message was given up. */
  private boolean givenUp;

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

  /** Whether it takes requests. */
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
    sendAway();
    requester.clear();
    super.clear();
    givenUp = false;
  }

  // Queue pairs

  /** This queue pair's next request is to be sent when its turn comes. */
  void lineUp(ReliableDatagramSender next) {
    line.add(next);
    machine.pump();
  }

  /** False where its turn has come already. */
  boolean leaveLine(ReliableDatagramSender waiting) {
    return line.remove(waiting);
  }

  /** This queue pair wants nothing any more. */
  void withdraw(ReliableDatagramSender gone) {
    if (gone.equals(served)) {
      giveUp();
      machine.pump();
    } else {
      line.remove(gone);
    }
  }

  private void giveUp() {
    givenUp = true;
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
    if (!tellGivenUp() || isDraining() || line.isEmpty()) {
      return false;
    }
    served = line.remove();
    requester.serveOne(served.machine(), served.writer(machine.attributes));
    return true;
  }

  /** False where there is no room for it. */
  private boolean tellGivenUp() {
    Link link = givenUp ? machine.peers().peer() : null;
    if (link != null) {
      if (!EnvelopeWriter.writeEnd(link, requester.numbers.next())) {
        return link.isClosed();
      }
      machine.ringLater(link);
    }
    givenUp = false;
    return true;
  }

  // States

  @Override
  public boolean isDrained() {
    return served == null;
  }

  /** Fails the request under way; in the error state sends all others away, too. */
  @Override
  public boolean flush(int culprit) {
    if (served != null) {
      ReliableDatagramSender failed = served;
      giveUp();
      failed.failed(statusOf(culprit));
    }
    if (machine.state() == States.ERROR) {
      sendAway();
    }
    return true;
  }

  /** What fails with its context, and is not to blame. */
  private static int statusOf(int culprit) {
    boolean own = culprit != WcStatus.FLUSHED && culprit != WcStatus.FATAL;
    return own ? culprit : WcStatus.LOCAL_CONTEXT_OPERATION;
  }

  /** Each is judged anew, and finds that this takes no requests. */
  private void sendAway() {
    List<ReliableDatagramSender> waiting = List.copyOf(line);
    line.clear();
    waiting.forEach(ReliableDatagramSender::returned);
  }

  /** Whether a context that met this failure cannot go on. */
  static boolean isFatal(int status) {
    return status == WcStatus.RETRIES_EXCEEDED
        || status == WcStatus.RESPONSE_TIMEOUT
        || status == WcStatus.BAD_RESPONSE;
  }
}
