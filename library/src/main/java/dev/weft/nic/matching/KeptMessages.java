package dev.weft.nic.matching;

import dev.weft.nic.message.ControlQueue;
import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.Message;
import dev.weft.wire.EndedLink;
import dev.weft.wire.Link;

/**
 * Keeps messages that have arrived and are not received yet. A message that no posted receive
 * accepts is unexpected; a message that cannot be matched because a completion queue has no room
 * waits.
 *
 * <pre>
 *   arrived --+-- no receive -----> unexpected --a receive is posted--> matched
 *             |                       ^    |
 *             |          no receive --'    '-- no room for what it was matched with
 *             |                   |        |
 *             +-- no room --> waiting <----'
 *                                 '--room--> matched
 * </pre>
 *
 * <p>While a message waits, no later message of its kind (tagged or untagged) is matched. So
 * messages of a kind are matched in the order of arrival, whatever happens meanwhile to the receive
 * without room.
 *
 * <p>Used by the thread that uses the {@link Receiver}, except for methods that say otherwise.
 */
public final class KeptMessages {
  private final Receiver receiver;
  private final boolean reliable;
  private final ControlQueue control;
  final MessageStore store;

  /** The number of posted shared receives when unexpected messages were last compared with them. */
  private long postsSeen;

  /** Whether a message of any kind waits. */
  private volatile boolean isWaiting;

  private volatile boolean mayMatchShared;
  private boolean taggedFirst;

  KeptMessages(Receiver receiver, boolean reliable, ControlQueue control, long byteLimit) {
    this.receiver = receiver;
    this.reliable = reliable;
    this.control = control;
    this.store = new MessageStore(byteLimit);
  }

  /** Whether messages wait for room. */
  public boolean isWaiting() {
    return isWaiting;
  }

  /** Whether {@link #deliver} may have work. Any thread. */
  public boolean hasWork() {
    return isWaiting || mayMatchShared || receiver.isLate();
  }

  /** Keeps a message that was not matched; false if it must stay in its ring. */
  boolean keep(ReceiveMatcher matcher, Message arriving, Receiver.Outcome outcome) {
    if (outcome == Receiver.Outcome.NO_RECEIVE && !reliable) {
      return true;
    }
    Message message = store.keep(arriving);
    if (message == null) {
      return false;
    }
    acknowledgeOrGiveBack(message);
    if (outcome == Receiver.Outcome.NO_RECEIVE) {
      matcher.unexpected.addLast(message);
    } else {
      matcher.waiting.addLast(message);
      isWaiting = true;
    }
    return true;
  }

  /** If there is no memory to acknowledge, the message stays in its ring only. */
  private void acknowledgeOrGiveBack(Message message) {
    boolean acknowledged = false;
    try {
      acknowledgeArrival(message);
      acknowledged = true;
    } finally {
      if (!acknowledged) {
        store.giveBack(message);
      }
    }
  }

  private void acknowledgeArrival(Message message) {
    if ((message.flags & FrameKinds.ACKNOWLEDGE_ARRIVAL) != 0 && !message.isAnnounced()) {
      control.acknowledge(message.link, message.handle);
      message.flags &= ~FrameKinds.ACKNOWLEDGE_ARRIVAL;
    }
  }

  /** Matches a newly posted receive; earlier receives have been matched already. */
  void match(ReceiveMatcher matcher, PostedReceive receive) {
    UnexpectedMessages unexpected = matcher.unexpected;
    Message message = unexpected.candidate(receive);
    while (message != null && receive.posted) {
      Message next = unexpected.nextCandidate(receive, message);
      if (receive.accepts(message.tag, receiver.sources.handleOf(message.link))
          && !settle(matcher, message, receiver.match(matcher, message))) {
        return;
      }
      message = next;
    }
  }

  /** Handles the outcome of an unexpected message; false if it and all later ones have to wait. */
  private boolean settle(ReceiveMatcher matcher, Message message, Receiver.Outcome outcome) {
    if (outcome == Receiver.Outcome.NO_ROOM) {
      matcher.unexpected.moveTo(matcher.waiting, message);
      isWaiting = true;
      return false;
    }
    if (outcome == Receiver.Outcome.TAKEN) {
      matcher.unexpected.remove(message);
      store.giveBack(message);
    }
    return true;
  }

  /**
   * Matches waiting messages, as far as there is room.
   *
   * @return whether no message waits any more, so that held-back work can continue
   */
  public boolean deliver() {
    receiver.reportLate();
    if (mayMatchShared) {
      mayMatchShared = false;
      matchShared();
    }
    if (!isWaiting) {
      return false;
    }
    taggedFirst = !taggedFirst; // neither kind starves the other
    boolean first = deliver(taggedFirst ? receiver.tagged : receiver.untagged);
    boolean second = deliver(taggedFirst ? receiver.untagged : receiver.tagged);
    isWaiting = !first || !second;
    return !isWaiting;
  }

  /** False if there is no room for the messages that still wait. */
  private boolean deliver(ReceiveMatcher matcher) {
    boolean room = true;
    while (room && !matcher.waiting.isEmpty()) {
      room = deliver(matcher, matcher.waiting.first());
    }
    return room;
  }

  private boolean deliver(ReceiveMatcher matcher, Message message) {
    Receiver.Outcome outcome = receiver.match(matcher, message);
    if (outcome == Receiver.Outcome.NO_ROOM) {
      return false;
    }
    matcher.waiting.remove(message);
    if (outcome == Receiver.Outcome.NO_RECEIVE && reliable) {
      matcher.unexpected.addLast(message);
    } else {
      store.giveBack(message);
    }
    return true;
  }

  /** A shared receive was posted that may match unexpected messages. Any thread. */
  public void sharedReceivePosted() {
    mayMatchShared = true;
  }

  /** The number of shared receives that unexpected messages have been compared with. */
  long postsSeen() {
    return postsSeen;
  }

  /**
   * Compares unexpected messages with the shared receives posted since the last call.
   *
   * @return false if there is no room to receive one of them
   */
  boolean matchShared() {
    boolean room = true;
    while (room && postsSeen != receiver.shared.posts()) {
      postsSeen = receiver.shared.posts();
      boolean roomForUntagged = matchShared(receiver.untagged);
      room = matchShared(receiver.tagged) && roomForUntagged;
    }
    return room;
  }

  private boolean matchShared(ReceiveMatcher matcher) {
    Message message = matcher.unexpected.first();
    while (message != null && receiver.shared.hasAny(message.isTagged())) {
      Message next = message.next;
      long source = receiver.sources.handleOf(message.link);
      if (!settle(matcher, message, receiver.borrow(matcher, message, source, postsSeen))) {
        return false;
      }
      message = next;
    }
    return true;
  }

  /** Drops the message that a peer announced with this handle; false if it is not here. */
  boolean drop(Link link, int handle) {
    return drop(receiver.tagged, link, handle) || drop(receiver.untagged, link, handle);
  }

  private boolean drop(ReceiveMatcher matcher, Link link, int handle) {
    Message message = matcher.removeAnnounced(link, handle);
    if (message != null) {
      store.giveBack(message);
    }
    return message != null;
  }

  /**
   * A peer has left, all of whose frames are taken: drops its announcements, and keeps its other
   * messages without its link, which has memory of its own.
   */
  void peerLeft(Link link) {
    boolean more = true;
    while (more) {
      more = drop(link, Message.ANY_HANDLE);
    }
    Link ended = new EndedLink(link);
    receiver.tagged.replace(link, ended);
    receiver.untagged.replace(link, ended);
  }
}
