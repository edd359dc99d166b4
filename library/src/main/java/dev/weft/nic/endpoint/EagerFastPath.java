package dev.weft.nic.endpoint;

import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;

/**
 * The way of most messages: one that lies whole in its frame goes into the one buffer of the
 * receive that was posted first. It does what the {@link Receiver} would do, in fewer steps and not
 * as deep in calls as compilers unfold; whatever else is the case is left to the other.
 *
 * <p>Used by the thread that uses the {@link Receiver}.
 */
final class EagerFastPath {
  private static final int ACKNOWLEDGED =
      FrameKinds.ACKNOWLEDGE_ARRIVAL | FrameKinds.ACKNOWLEDGE_MATCH;

  private final Receiver receiver;
  private final SourcePolicy sources;
  private final ReceiveMatcher untagged;
  private final ReceiveMatcher tagged;
  private final ReceiveCompletions completions;
  private final ReceivePool free;

  EagerFastPath(Receiver receiver) {
    this.receiver = receiver;
    this.sources = receiver.sources;
    this.untagged = receiver.untagged;
    this.tagged = receiver.tagged;
    this.completions = receiver.completions;
    this.free = receiver.free;
  }

  /** Takes the message of the first frame; false where nothing was done, and the receiver may. */
  boolean take(Link link, long header) {
    int flags = FrameReader.flags(header);
    if (FrameReader.kind(header) != FrameKinds.MESSAGE || (flags & ACKNOWLEDGED) != 0) {
      return false;
    }
    FrameReader in = link.in();
    long size = FrameReader.payloadLength(header);
    long source = sources.handleOf(link);
    long tag = in.tag();
    ReceiveMatcher matcher = (flags & FrameKinds.TAGGED) != 0 ? tagged : untagged;
    PostedReceive receive = matcher.posted.first();
    if (receive == null
        || !receive.accepts(tag, source)
        || !receive.takesWhole(size)
        || !matcher.waiting.isEmpty()
        || sources.mustReject(source)
        || !copy(in, size, receive.buffers)) {
      return false;
    }
    boolean hasData = (flags & FrameKinds.HAS_DATA) != 0;
    matcher.takeFirst();
    completions.received(receive, size, tag, hasData, hasData ? in.data() : 0, source);
    free.giveBack(receive);
    receiver.delivered++;
    return true;
  }

  /** False where one of the two memories is gone; the receiver will find out which. */
  private static boolean copy(FrameReader in, long size, BufferList buffers) {
    try {
      in.take(0, buffers.segment(), buffers.offset(), size);
      buffers.settle();
      return true;
    } catch (RuntimeException | InternalError gone) {
      return false;
    }
  }
}
