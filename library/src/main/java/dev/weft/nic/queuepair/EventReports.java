package dev.weft.nic.queuepair;

import dev.weft.nic.packet.TransportEvents;

/**
 * Raises the asynchronous events of a queue pair, some of them once per cause: entering the error
 * state is reported once, whatever fails afterwards.
 *
 * <p>The caller holds the machine's lock.
 */
final class EventReports {
  private final TransportEvents events;
  private boolean establishedReported;
  private boolean drainReported;
  private boolean fatalReported;

  EventReports(TransportEvents events) {
    this.events = events;
  }

  void happened(int event) {
    events.happened(event);
  }

  /** Resets the state with the queue pair. */
  void clear() {
    establishedReported = false;
    fatalReported = false;
  }

  /** Reports the first request. */
  void established() {
    if (!establishedReported) {
      establishedReported = true;
      happened(TransportEvents.COMM_EST);
    }
  }

  /** Starts draining the send queue. */
  void draining(boolean tell) {
    drainReported = !tell;
  }

  /** Reports that the send queue is drained. */
  void drained() {
    if (!drainReported) {
      drainReported = true;
      happened(TransportEvents.SQ_DRAINED);
    }
  }

  /** The send queue left the error state, so the next failure is reported again. */
  void revived() {
    fatalReported = false;
  }

  /** {@link #fatal} unless all completions were added to their queue. */
  void lostUnless(boolean allAdded) {
    if (!allAdded) {
      fatal();
    }
  }

  /** Reports a lost completion or a protocol violation of a peer. */
  void fatal() {
    if (!fatalReported) {
      fatalReported = true;
      happened(TransportEvents.QP_FATAL);
    }
  }
}
