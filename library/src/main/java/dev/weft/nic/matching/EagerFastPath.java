package dev.weft.nic.matching;

import dev.weft.nic.message.BufferList;
import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.SourcePolicy;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;

/**
 * The fast path of most messages: copies a message that lies whole in its frame into the single
 * buffer of the first posted receive. It does the same as the {@link Receiver}, in fewer steps and
 * with a call depth that compilers inline. The {@link Receiver} handles all other cases.
 *
 * <p>Used by the thread that uses the {@link Receiver}.
 */
public final class EagerFastPath {
  private static final int ACKNOWLEDGED =
      FrameKinds.ACKNOWLEDGE_ARRIVAL | FrameKinds.ACKNOWLEDGE_MATCH;

  private final Receiver receiver;
  private final SourcePolicy sources;
  private final ReceiveMatcher untagged;
  private final ReceiveMatcher tagged;
  private final ReceiveCompletions completions;
  private final ReceivePool free;

  public EagerFastPath(Receiver receiver) {
    this.receiver = receiver;
    this.sources = receiver.sources;
    this.untagged = receiver.untagged;
    this.tagged = receiver.tagged;
    this.completions = receiver.completions;
    this.free = receiver.free;
  }

  /**
   * Accepts the message of the first frame; false if nothing was done and the receiver must handle
   * it.
   */
  public boolean take(Link link, long header) {
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
        || matcher.isHeldUp()
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

  /** False if the buffer or the ring is not accessible any more; the receiver finds out which. */
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
