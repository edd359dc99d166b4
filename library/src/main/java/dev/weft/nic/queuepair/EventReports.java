package dev.weft.nic.queuepair;

/**
 * The asynchronous events of a queue pair, of which some are told once for each time that there is
 * a reason: a queue pair enters its error state once, whatever fails afterwards.
 *
 * <p>For who is inside the machine.
 */
final class EventReports {
  private final TransportEvents events;
  private boolean establishedTold;
  private boolean drainTold;
  private boolean fatalTold;

  EventReports(TransportEvents events) {
    this.events = events;
  }

  void happened(int event) {
    events.happened(event);
  }

  /** The queue pair is reset. */
  void clear() {
    establishedTold = false;
    fatalTold = false;
  }

  /** The first request has come. */
  void established() {
    if (!establishedTold) {
      establishedTold = true;
      happened(TransportEvents.COMM_EST);
    }
  }

  /** The send queue begins to drain. */
  void draining(boolean tell) {
    drainTold = !tell;
  }

  /** The send queue is drained. */
  void drained() {
    if (!drainTold) {
      drainTold = true;
      happened(TransportEvents.SQ_DRAINED);
    }
  }

  /** The send queue goes on after an error: the next failure is another one. */
  void revived() {
    fatalTold = false;
  }

  /** A completion was lost, or a peer broke the protocol. */
  void fatal() {
    if (!fatalTold) {
      fatalTold = true;
      happened(TransportEvents.QP_FATAL);
    }
  }
}
