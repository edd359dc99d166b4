package dev.weft.software;

import dev.weft.wire.Link;

/**
 * The messages that have arrived and are not received yet: those that no receive accepts, and those
 * that wait for room in the queue. They are matched when there is a receive, or room.
 *
 * <p>Used by the thread that uses the {@link Receiver}, but for what any thread may call.
 */
final class KeptMessages {
  private final Receiver receiver;
  private final ControlFrames control;
  final MessageStore store;

  /** How many shared receives had been posted when what is kept was last compared with them. */
  long postsSeen;

  /**
   * Whether a kept message waits for room in the queue although a multi-receive accepts it. Until
   * it is placed no multi-receive takes anything, so that nothing overtakes it.
   */
  volatile boolean holding;

  KeptMessages(Receiver receiver, ControlFrames control, long byteLimit) {
    this.receiver = receiver;
    this.control = control;
    this.store = new MessageStore(byteLimit);
  }

  /** Keeps a message that has arrived; false where it must stay in its ring. */
  boolean keep(ReceiveMatcher matcher, Message message) {
    Message kept = store.keep(message);
    if (kept == null) {
      return false;
    }
    matcher.unexpected.addLast(kept);
    if ((message.flags & Frames.ACKNOWLEDGE_ARRIVAL) != 0 && !message.isAnnounced()) {
      control.acknowledge(message.link, message.handle);
      kept.flags &= ~Frames.ACKNOWLEDGE_ARRIVAL;
    }
    return true;
  }

  /** A receive is posted; other receives have taken already what they could. */
  void match(ReceiveMatcher matcher, PostedReceive receive) {
    Message message = matcher.unexpected.first();
    while (message != null && receive.posted) {
      Message next = message.next;
      if (receive.accepts(message.tag, receiver.sources.handleOf(message.link))) {
        match(matcher, message);
      }
      message = next;
    }
  }

  private void matchAll(ReceiveMatcher matcher) {
    Message message = matcher.unexpected.first();
    while (message != null && !holding && mayMatch(matcher)) {
      Message next = message.next;
      match(matcher, message);
      message = next;
    }
  }

  /** Without any receive at all there is no use in looking at one message after the other. */
  private boolean mayMatch(ReceiveMatcher matcher) {
    return receiver.shared == null || receiver.shared.hasAny(matcher.equals(receiver.tagged));
  }

  private void match(ReceiveMatcher matcher, Message message) {
    if (receiver.match(matcher, message) == Receiver.Outcome.TAKEN) {
      matcher.unexpected.remove(message);
      store.giveBack(message);
    }
  }

  /** Whether {@link #placeHeld} may have work; any thread may ask. */
  boolean isHolding() {
    return holding || receiver.completions.isLate();
  }

  /** Places what waits for room, where there is some. */
  void placeHeld() {
    receiver.completions.tellLate();
    if (holding && receiver.completions.hasRoom()) {
      holding = false;
      matchAll(receiver.untagged);
      matchAll(receiver.tagged);
    }
  }

  /** Looks for shared receives for what is kept, where there are new ones since. */
  void feed() {
    long posts = receiver.shared.posts();
    if (posts != postsSeen) {
      postsSeen = posts;
      matchAll(receiver.untagged);
      matchAll(receiver.tagged);
    }
  }

  /** By any thread: there may be a shared receive for what is kept. */
  void hold() {
    holding = true;
  }

  /** Forgets the message that a peer announced with this handle; false where it is not here. */
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

  /** Forgets what a peer has announced. */
  void dropAll(Link link) {
    boolean more = true;
    while (more) {
      more = drop(link, Message.ANY_HANDLE);
    }
  }
}
