package dev.weft.software;

/**
 * Pairs messages with posted receives: the receive that was posted first among those that accept
 * the message, the message that arrived first among those that a receive accepts. One for tagged
 * and one for untagged messages, which never meet.
 */
final class ReceiveMatcher {
  final Chain<PostedReceive> posted = new Chain<>();
  final Chain<Message> unexpected = new Chain<>();
  final Chain<Message> claimed = new Chain<>();

  /** The receive for a message, or null; it stays posted. */
  PostedReceive find(long tag, long source) {
    PostedReceive receive = posted.first();
    while (receive != null && !receive.accepts(tag, source)) {
      receive = receive.next;
    }
    return receive;
  }

  /** The message that arrived first among those that a receive accepts, or null. */
  Message findUnexpected(PostedReceive wanted, SourcePolicy sources) {
    Message message = unexpected.first();
    while (message != null && !wanted.accepts(message.tag, sources.handleOf(message.link))) {
      message = message.next;
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

  /** The claimed message that was claimed with this context, or null. */
  Message findClaimed(long context) {
    Message message = claimed.first();
    while (message != null && message.claimedBy != context) {
      message = message.next;
    }
    return message;
  }
}
