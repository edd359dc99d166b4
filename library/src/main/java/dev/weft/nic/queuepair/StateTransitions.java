package dev.weft.nic.queuepair;

import dev.weft.nic.packet.States;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.SendQueue;

/**
 * What a queue pair does when {@code ibv_modify_qp(3)} moves it to a state. The caller holds the
 * machine's lock.
 */
final class StateTransitions {
  private final QueuePairMachine machine;
  private final QueuePairProgress progress;
  private final SendQueue sends;

  StateTransitions(QueuePairMachine machine, QueuePairProgress progress, SendQueue sends) {
    this.machine = machine;
    this.progress = progress;
    this.sends = sends;
  }

  /** Enters a state, which the caller has found legal. */
  void enter(int to) {
    int from = machine.state;
    if (to == States.ERROR) {
      machine.enterError(WcStatus.FLUSHED);
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
}
