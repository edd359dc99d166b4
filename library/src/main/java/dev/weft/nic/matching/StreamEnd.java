package dev.weft.nic.matching;

import dev.weft.nic.message.Message;
import dev.weft.wire.Link;

/**
 * What an endpoint loses with its connection: as with TCP, nothing is delivered that was sent
 * behind a message whose payload is still at the peer.
 *
 * <pre>
 *   sent      0 short | 1 long, announced | 2 short      then the peer leaves
 *   received  0       | error or nothing  | nothing      unless 2 was matched before
 * </pre>
 */
final class StreamEnd {
  private final ReceiveMatcher untagged;
  private final ReceiveMatcher tagged;
  private final Deliveries deliveries;

  StreamEnd(ReceiveMatcher untagged, ReceiveMatcher tagged, Deliveries deliveries) {
    this.untagged = untagged;
    this.tagged = tagged;
    this.deliveries = deliveries;
  }

  /** The peer has left, and its last frames may not be taken yet. */
  void peerLeaving(Link link) {
    tagged.loseFrom(link);
    untagged.loseFrom(link);
    deliveries.forEach(link, this::lose);
  }

  /** The peer of a message that is to be matched has left: it is lost if its payload is there. */
  void loseUnreachable(Message message) {
    peerLeaving(message.link);
    if (message.isOutOfReach()) {
      lose(message);
    }
  }

  private void lose(Message message) {
    (message.isTagged() ? tagged : untagged).lost(message);
  }
}
