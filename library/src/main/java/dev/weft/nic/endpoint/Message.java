package dev.weft.nic.endpoint;

import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;

/**
 * A message that has arrived: its payload lies in the ring that it came through, in a copy, or,
 * when it was only announced, still with its sender, within reach or not.
 */
final class Message extends IntrusiveList.Node<Message> {
  /** In place of a handle: whichever. */
  static final int ANY_HANDLE = -1;

  Link link;
  long tag;
  long data;
  long length;
  int flags;
  int handle;

  /** Whether the payload is still with its sender. */
  boolean announced;

  /** The announcing sender, where its memory is within reach, else null. */
  DirectPeer sender;

  /** Where the payload is as long as it lies in its ring, else null. */
  FrameReader ring;

  /** Where the payload is kept. */
  MemorySegment memory;

  /** Where in {@link #memory} it begins. */
  long at;

  /** The context that claimed it, for a message in the chain of claimed ones. */
  long claimedBy;

  boolean isTagged() {
    return (flags & FrameKinds.TAGGED) != 0;
  }

  boolean hasData() {
    return (flags & FrameKinds.HAS_DATA) != 0;
  }

  boolean isAnnounced() {
    return announced;
  }

  /** Whether it is the one that this peer announced with this handle, or any with ANY_HANDLE. */
  boolean isAnnouncedBy(Link peer, int wanted) {
    return announced && link.equals(peer) && (wanted == ANY_HANDLE || wanted == handle);
  }

  /** Whether the payload has to come in chunks. */
  boolean isOutOfReach() {
    return announced && sender == null;
  }

  /** Whether its sender still waits to hear that it was matched. */
  boolean awaitsMatch() {
    return isAnnounced() || (flags & FrameKinds.ACKNOWLEDGE_MATCH) != 0;
  }

  /** Pins an announced payload; false where its sender gave the message up. */
  boolean begin() {
    return sender == null || sender.beginPull(handle);
  }

  void end() {
    if (sender != null) {
      sender.endPull(handle);
    }
  }

  void copyTo(long from, MemorySegment destination, long to, long size) {
    if (sender != null) {
      sender.pull(handle, from, destination, to, size);
    } else if (ring != null) {
      ring.take(from, destination, to, size);
    } else {
      MemorySegment.copy(memory, at + from, destination, to, size);
    }
  }

  /** Takes over everything but the place of the payload. */
  void describeAs(Message other) {
    link = other.link;
    tag = other.tag;
    data = other.data;
    length = other.length;
    flags = other.flags;
    handle = other.handle;
    announced = other.announced;
    sender = other.sender;
  }
}
