package dev.weft.nic.matching;

import dev.weft.nic.message.ControlQueue;
import dev.weft.nic.message.Message;

/**
 * Finds, claims and discards tagged messages that have arrived, without receiving them. Used by the
 * thread that uses the {@link Receiver}.
 */
public final class PeekClaim {
  private final Receiver receiver;
  private final ReceiveMatcher tagged;
  private final Deliveries deliveries;
  private final ControlQueue control;

  PeekClaim(Receiver receiver, ReceiveMatcher tagged, Deliveries deliveries, ControlQueue control) {
    this.receiver = receiver;
    this.tagged = tagged;
    this.deliveries = deliveries;
    this.control = control;
  }

  /**
   * {@code FI_PEEK}: searches the tagged messages that have arrived and completes with the result.
   *
   * @param wanted which message, and what to complete with; its buffers are not used
   * @param claim whether to reserve the message for a later claim with the same context
   * @param discard whether to drop the message
   */
  public void peek(PostedReceive wanted, boolean claim, boolean discard) {
    Message message = tagged.findUnexpected(wanted, receiver.sources);
    answer(wanted, message);
    if (message != null && discard) {
      tagged.unexpected.remove(message);
      drop(message);
    } else if (message != null && claim) {
      tagged.unexpected.remove(message);
      message.claimedBy = wanted.context;
      tagged.claimed.addLast(message);
    }
  }

  /** {@code FI_CLAIM}: receives or drops the message that was claimed with the same context. */
  public void takeClaimed(PostedReceive receive, boolean discard) {
    deliveries.finishLate();
    Message message = tagged.findClaimed(receive.context);
    if (message == null || discard) {
      answer(receive, message);
    } else if (message.begin()) {
      deliver(receive, message);
      tagged.claimed.remove(message);
      receiver.kept.store.giveBack(message);
      return;
    } else {
      answer(receive, null);
    }
    if (message != null) {
      tagged.claimed.remove(message);
      drop(message);
    }
  }

  /** If there is no memory, the message stays claimed. */
  private void deliver(PostedReceive receive, Message message) {
    boolean delivered = false;
    try {
      deliveries.deliver(receive, message, receiver.sources.handleOf(message.link));
      delivered = true;
    } finally {
      if (!delivered) {
        receiver.putBack(receive);
      }
    }
  }

  /** Completes a peek with the message, or with none. */
  void answer(PostedReceive wanted, Message message) {
    if (message == null) {
      receiver.completions.missed(wanted);
    } else {
      receiver.completions.found(wanted, message);
    }
    receiver.free.giveBack(wanted);
  }

  private void drop(Message message) {
    if (message.awaitsMatch()) {
      control.acknowledge(message.link, message.handle);
    }
    receiver.kept.store.giveBack(message);
  }
}
