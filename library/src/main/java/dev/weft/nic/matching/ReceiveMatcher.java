package dev.weft.nic.matching;

import dev.weft.nic.message.IntrusiveList;
import dev.weft.nic.message.Message;
import dev.weft.nic.message.SourcePolicy;
import dev.weft.wire.Link;

/**
 * Matches messages with posted receives, in the order of posting and the order of arrival. An
 * endpoint has one matcher for tagged and one for untagged messages.
 */
final class ReceiveMatcher {
  /** Receives, or messages, that are compared one by one before those by hash are used. */
  static final int FEW = 32;

  final IntrusiveList<PostedReceive> posted = new IntrusiveList<>();

  final UnexpectedMessages unexpected = new UnexpectedMessages();

  /** Messages that wait for room for their completion; newer than all unexpected ones. */
  final IntrusiveList<Message> waiting = new IntrusiveList<>();

  final IntrusiveList<Message> claimed = new IntrusiveList<>();
  private long nextArrival;

  /**
   * The order of the first message that was lost with its connection: none behind it is received.
   */
  private long firstLost = Long.MAX_VALUE;

  /** Whether the {@link Receiver} must see each message that arrives. */
  private boolean heldUp;

  private long nextOrder;
  private ReceiveIndex index;

  /** Whether the index has all posted receives: from its first use until none is posted. */
  private boolean indexed;

  /** A message has arrived. */
  void arrived(Message message) {
    message.order = nextArrival++;
  }

  /** A message was lost with its connection. */
  void lost(Message message) {
    firstLost = Math.min(firstLost, message.order);
    heldUp = true;
  }

  /** A message was delivered that is not reported yet; or it is. */
  void holdUp(boolean unreported) {
    heldUp = unreported || firstLost != Long.MAX_VALUE;
  }

  /** Whether a message is lost, because it is one or was sent after one. */
  boolean isLost(Message message) {
    return message.order >= firstLost;
  }

  /** Whether messages that arrive are lost, or must wait for an earlier one to be reported. */
  boolean isHeldUp() {
    return heldUp;
  }

  /** The connection has ended: loses the message that the peer announced first, if there is one. */
  void loseFrom(Link link) {
    Message first = findAnnounced(unexpected.first(), link, Message.ANY_HANDLE);
    if (first == null) {
      first = findAnnounced(waiting.first(), link, Message.ANY_HANDLE);
    }
    if (first != null) {
      lost(first);
    }
  }

  /** Posts a receive behind all others. */
  void post(PostedReceive receive) {
    receive.matcher = this;
    receive.order = nextOrder++;
    receive.posted = true;
    posted.addLast(receive);
    addToIndex(receive);
  }

  private void addToIndex(PostedReceive receive) {
    if (indexed) {
      index.add(receive);
    }
  }

  /** Posts a receive at its old position, because its message was withdrawn. */
  void postAgain(PostedReceive receive) {
    PostedReceive successor = posted.first();
    while (successor != null && successor.order < receive.order) {
      successor = successor.next;
    }
    receive.posted = true;
    posted.addBefore(successor, receive);
    addToIndex(receive);
  }

  /** Removes the receive that was posted first. There must be one. */
  void takeFirst() {
    removed(posted.removeFirst());
  }

  /** Removes a posted receive. */
  void remove(PostedReceive receive) {
    posted.remove(receive);
    removed(receive);
  }

  private void removed(PostedReceive receive) {
    receive.posted = false;
    if (indexed) {
      index.remove(receive);
      indexed = !posted.isEmpty();
    }
  }

  /** The receive for a message, or null; it stays posted. */
  PostedReceive find(long tag, long source) {
    if (indexed) {
      return index.find(tag, source);
    }
    PostedReceive receive = posted.first();
    for (int looks = 0; receive != null && !receive.accepts(tag, source); looks++) {
      if (looks == FEW) {
        addAllToIndex();
        return index.find(tag, source);
      }
      receive = receive.next;
    }
    return receive;
  }

  private void addAllToIndex() {
    if (index == null) {
      index = new ReceiveIndex();
    }
    for (PostedReceive each = posted.first(); each != null; each = each.next) {
      index.add(each);
    }
    indexed = true;
  }

  /** The message that arrived first among those that a receive accepts, or null. */
  Message findUnexpected(PostedReceive wanted, SourcePolicy sources) {
    Message message = unexpected.candidate(wanted);
    while (message != null
        && (isLost(message) || !wanted.accepts(message.tag, sources.handleOf(message.link)))) {
      message = unexpected.nextCandidate(wanted, message);
    }
    return message;
  }

  /** The receive that was posted first with this context, or null. */
  PostedReceive findByContext(long context) {
    PostedReceive receive = posted.first();
    while (receive != null && receive.context != context) {
      receive = receive.next;
    }
    return receive;
  }

  /** Removes and returns the message that its sender announced with this handle, or null. */
  Message removeAnnounced(Link link, int handle) {
    Message message = findAnnounced(unexpected.first(), link, handle);
    if (message != null) {
      unexpected.remove(message);
      return message;
    }
    message = removeAnnounced(waiting, link, handle);
    return message == null ? removeAnnounced(claimed, link, handle) : message;
  }

  private static Message removeAnnounced(IntrusiveList<Message> list, Link link, int handle) {
    Message message = findAnnounced(list.first(), link, handle);
    if (message != null) {
      list.remove(message);
    }
    return message;
  }

  private static Message findAnnounced(Message first, Link link, int handle) {
    Message message = first;
    while (message != null && !message.isAnnouncedBy(link, handle)) {
      message = message.next;
    }
    return message;
  }

  /** Drops all messages, which refer to links and senders, because nothing is received any more. */
  void dropMessages() {
    unexpected.clear();
    removeAll(waiting);
    removeAll(claimed);
  }

  private static void removeAll(IntrusiveList<Message> list) {
    while (!list.isEmpty()) {
      list.removeFirst();
    }
  }

  /** Has the messages of a link refer to another one. */
  void replace(Link link, Link other) {
    replace(unexpected.first(), link, other);
    replace(waiting.first(), link, other);
    replace(claimed.first(), link, other);
  }

  private static void replace(Message first, Link link, Link other) {
    for (Message each = first; each != null; each = each.next) {
      if (each.link.equals(link)) {
        each.link = other;
      }
    }
  }

  /** The claimed message that was claimed with this context, or null. */
  Message findClaimed(long context) {
    Message message = claimed.first();
    while (message != null && message.claimedBy != context) {
      message = message.next;
    }
    return message;
  }
}
