package dev.weft.nic.message;

import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.ShortCopy;
import dev.weft.wire.process.ProcessMemory;
import java.lang.foreign.MemorySegment;

/**
 * A message that has arrived. Its payload lies in the ring, in a copy, or, if it is only announced,
 * still at its sender, with or without access to it.
 */
public final class Message extends Chained<Message> {
  /** In place of a handle: any. */
  public static final int ANY_HANDLE = -1;

  public Link link;
  public long tag;
  public long data;
  public long length;
  public int flags;
  public int handle;

  /** Its place among the messages of its kind. */
  public long order;

  /** Whether the payload is still at its sender. */
  public boolean announced;

  /** The announcing sender if there is direct access to its memory, else null. */
  public DirectPeer sender;

  /** The ring that holds the payload, or null. */
  public FrameReader ring;

  /** The memory that holds a copy of the payload. */
  public MemorySegment memory;

  /** The start of the payload in {@link #memory}, or its address in {@link #process}. */
  public long at;

  /** The memory of another process that holds the payload, or null. */
  public ProcessMemory process;

  /** The context that claimed it, for a message in the list of claimed ones. */
  public long claimedBy;

  /** The payload lies in memory of this process, at an offset. */
  public void locate(MemorySegment segment, long offset) {
    ring = null;
    process = null;
    memory = segment;
    at = offset;
  }

  /** The payload lies in another process, at an address. */
  public void locate(ProcessMemory other, long address) {
    ring = null;
    process = other;
    at = address;
  }

  public boolean isTagged() {
    return (flags & FrameKinds.TAGGED) != 0;
  }

  public boolean hasData() {
    return (flags & FrameKinds.HAS_DATA) != 0;
  }

  public boolean isAnnounced() {
    return announced;
  }

  /** Whether this peer announced it with this handle, or with any if it is ANY_HANDLE. */
  public boolean isAnnouncedBy(Link peer, int wanted) {
    return announced && link.equals(peer) && (wanted == ANY_HANDLE || wanted == handle);
  }

  /** Whether the payload has to be transferred in chunks. */
  public boolean isOutOfReach() {
    return announced && sender == null;
  }

  /** Whether its sender waits for an acknowledgement of the match. */
  public boolean awaitsMatch() {
    return isAnnounced() || (flags & FrameKinds.ACKNOWLEDGE_MATCH) != 0;
  }

  /** Pins an announced payload; false if its sender has withdrawn the message. */
  public boolean begin() {
    return sender == null || sender.beginPull(handle);
  }

  public void end() {
    if (sender != null) {
      sender.endPull(handle);
    }
  }

  /** Ends {@link #begin} without a copy, so that it can begin again. */
  public void cancel() {
    if (sender != null) {
      sender.cancelPull(handle);
    }
  }

  public void copyTo(long from, MemorySegment destination, long to, long size) {
    if (sender != null) {
      sender.pull(handle, from, destination, to, size);
    } else if (ring != null) {
      ring.take(from, destination, to, size);
    } else if (process != null) {
      process.read(at + from, destination, to, size);
    } else {
      ShortCopy.copy(memory, at + from, destination, to, size);
    }
  }

  /** Ends the use of its link, which may have ended and has memory of its own. */
  public void forgetLink() {
    link = null;
    ring = null;
    sender = null;
  }

  /** Copies everything except the location of the payload. */
  public void describeAs(Message other) {
    link = other.link;
    tag = other.tag;
    data = other.data;
    length = other.length;
    flags = other.flags;
    handle = other.handle;
    order = other.order;
    announced = other.announced;
    sender = other.sender;
  }
}
