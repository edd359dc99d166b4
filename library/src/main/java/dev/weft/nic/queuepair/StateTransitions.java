package dev.weft.nic.queuepair;

import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.sharedmemory.DirectAdmission;
import dev.weft.nic.workqueue.SendQueue;

/**
 * What a queue pair does when {@code ibv_modify_qp(3)} or a failure moves it to a state. The caller
 * holds the machine's lock.
 */
final class StateTransitions {
  private final QueuePairMachine machine;
  private final QueuePairProgress progress;
  private final SendQueue sends;
  private final DirectAdmission admission;

  StateTransitions(
      QueuePairMachine machine,
      QueuePairProgress progress,
      SendQueue sends,
      DirectAdmission admission) {
    this.machine = machine;
    this.progress = progress;
    this.sends = sends;
    this.admission = admission;
  }

  /** Enters a state, which the caller has found legal. */
  void enter(int to) {
    int from = machine.state;
    if (to == States.ERROR) {
      enterError(WcStatus.FLUSHED);
      return;
    }
    if (to == States.READY_TO_RECEIVE) {
      progress.drop(); // frames of an earlier connection
    }
    if (machine.state != from) {
      return; // a frame caused a transition to the error state
    }
    machine.state = to;
    switch (to) {
      case States.RESET -> reset();
      case States.READY_TO_RECEIVE -> machine.receiver.start(machine.attributes.receiveNumber);
      case States.READY_TO_SEND -> startSending(from);
      case States.SEND_QUEUE_DRAINED -> {
        if (from != to) {
          machine.sender.drain();
          machine.reports.draining(machine.attributes.drainNotification);
        }
        noteDrained();
      }
      default -> {}
    }
  }

  private void startSending(int from) {
    if (from == States.READY_TO_RECEIVE) {
      machine.sender.start(machine.attributes.sendNumber);
    }
    machine.reports.revived();
    if (machine.sender.isDraining()) {
      machine.sender.resume();
    }
    machine.pump();
  }

  /** Clears both work queues without completions. */
  void reset() {
    machine.sender.clear();
    machine.receiver.clear();
    sends.discardCompletions();
    machine.receives.discardCompletions();
    machine.retryTimer.cancel();
    machine.reports.clear();
  }

  /** Raises the drain event if the last request of a draining send queue has ended. */
  void noteDrained() {
    if (machine.state == States.SEND_QUEUE_DRAINED && machine.sender.isDrained()) {
      machine.reports.drained();
    }
  }

  /** Completes the oldest send request with this status, and enters the state that follows. */
  void fail(int status) {
    SendProtocol sender = machine.sender;
    if (!sender.isFatal(status)) {
      sender.flush(status);
    } else if (machine.type().isReliable()) {
      enterError(status);
    } else if (machine.state != States.ERROR) {
      machine.state = States.SEND_QUEUE_ERROR;
      machine.reports.lostUnless(sender.flush(status));
    }
  }

  /** Enters the error state and flushes; the oldest send request, if any, gets this status. */
  void enterError(int culprit) {
    if (machine.state == States.ERROR) {
      return;
    }
    machine.state = States.ERROR;
    admission.update();
    machine.retryTimer.cancel();
    boolean allAdded = flush(culprit);
    if (machine.type() == TransportType.END_TO_END) {
      machine.receiver.clear();
    }
    if (machine.receives.isShared()) {
      machine.reports.happened(TransportEvents.QP_LAST_WQE_REACHED);
    }
    machine.reports.lostUnless(allAdded);
  }

  /** Flushes both work queues; false if a completion was lost. */
  boolean flush(int culprit) {
    boolean allAdded = machine.sender.flush(culprit);
    return machine.receives.flush() && allAdded;
  }
}
