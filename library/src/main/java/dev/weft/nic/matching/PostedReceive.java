package dev.weft.nic.matching;

import dev.weft.nic.message.BufferList;
import dev.weft.nic.message.Chained;
import dev.weft.nic.report.DeferredReport;

/**
 * A receive for one message, or for many ({@code FI_MULTI_RECV}). Filled in by the caller that
 * posts it; reused.
 */
public final class PostedReceive extends Chained<PostedReceive> {

  /** Any source. */
  public static final long ANY_SOURCE = -1;

  /** The buffers for the message. */
  public final BufferList buffers;

  /** The tag to match, except for the bits of {@link #ignore}. */
  public long tag;

  /** The bits of the tag that matching ignores. */
  public long ignore;

  /** The peer to receive from, or {@link #ANY_SOURCE}. */
  public long source;

  /** Ends when the peer of this incarnation has left; 0: outlasts its peer. */
  public long peerIncarnation;

  /** Returned in the completion. */
  public long context;

  /** The flags of the completion. */
  public long completionFlags;

  /** Whether a success writes a completion. */
  public boolean signaled;

  /** Whether it takes messages until less than {@link #minimumFree} bytes are left. */
  public boolean multi;

  /** For multi-receives: when less is left, the buffer is released. */
  public long minimumFree;

  /** Bytes of the API's prefix before the first buffer; counted in the length. */
  public long prefix;

  /** Where a deferred operation reports; null for all others. */
  DeferredReport report;

  /** The matcher where it is or was posted; null for a claim. */
  ReceiveMatcher matcher;

  /** Whether it is posted. */
  boolean posted;

  /** Its order among those posted at the same matcher. */
  long order;

  /** Its {@link #order} among the shared receives, if it is lent from there. */
  long lentOrder;

  /** Whether it accepts no message and only waits for the end of a peer. */
  boolean watch;

  /** Messages in transfer to the buffers. */
  int transfers;

  /** The error with which it ends once no message is in transfer; 0: none. */
  int end;

  /** Whether it is lent from the shared receives: it has no reservation. */
  boolean lent;

  /** Bytes of the buffers that earlier messages have used. */
  long used;

  PostedReceive(int bufferLimit) {
    buffers = new BufferList(bufferLimit);
  }

  void clear() {
    buffers.clear();
    matcher = null;
    used = 0;
    peerIncarnation = 0;
    end = 0;
    watch = false;
    lent = false;
  }

  /** Copies the fields set by the caller that posted it. */
  void describeAs(PostedReceive other) {
    buffers.set(other.buffers);
    tag = other.tag;
    ignore = other.ignore;
    source = other.source;
    context = other.context;
    completionFlags = other.completionFlags;
    signaled = other.signaled;
    multi = other.multi;
    minimumFree = other.minimumFree;
    prefix = other.prefix;
  }

  void unpost() {
    if (posted) {
      matcher.remove(this);
    }
  }

  /** Whether each of its messages needs room of its own, because there is no reservation. */
  boolean needsRoom() {
    return multi || lent;
  }

  /** Whether the buffers receive no more messages. */
  boolean isDone() {
    return !posted && transfers == 0;
  }

  long free() {
    return buffers.length() - used;
  }

  /** Whether a message of this length goes into one buffer and ends in one plain completion. */
  boolean takesWhole(long size) {
    return !needsRoom()
        && signaled
        && report == null
        && buffers.isOne()
        && size <= buffers.length();
  }

  boolean accepts(long messageTag, long messageSource) {
    return (messageTag | ignore) == (tag | ignore)
        && (source == ANY_SOURCE || source == messageSource);
  }
}
