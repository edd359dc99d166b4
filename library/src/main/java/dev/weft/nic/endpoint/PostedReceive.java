package dev.weft.nic.endpoint;

/**
 * A buffer that waits for a message, or for many ({@code FI_MULTI_RECV}). Filled in by whoever
 * posts it and used again afterwards.
 */
public final class PostedReceive extends IntrusiveList.Node<PostedReceive> {

  /** A source that stands for any. */
  public static final long ANY_SOURCE = -1;

  /** Where the message goes. */
  public final BufferList buffers;

  /** Which tags match: those that differ only in the bits of {@link #ignore}. */
  public long tag;

  /** The bits of the tag that do not count. */
  public long ignore;

  /** The peer to receive from, or {@link #ANY_SOURCE}. */
  public long source;

  /** Comes back in the completion. */
  public long context;

  /** The flag word of the completion. */
  public long completionFlags;

  /** Whether a success writes a completion. */
  public boolean signaled;

  /** Whether it takes messages until less than {@link #minimumFree} bytes are left. */
  public boolean multi;

  /** For multi-receives: when less is left, the buffer is released. */
  public long minimumFree;

  /** Bytes before the first buffer that belong to the vocabulary and count in the length. */
  public long prefix;

  /** Whom it reports to instead of the endpoint alone; null for all but deferred operations. */
  DeferredReport report;

  /** Where it is posted, or was before a message was on its way; null for a claim. */
  ReceiveMatcher matcher;

  /** Whether it is among the posted ones. */
  boolean posted;

  /** Its place among those posted at the same matcher. */
  long order;

  /** What {@link #order} was among the shared ones, where it is lent from there. */
  long lentOrder;

  /** Messages that are on their way into the buffers. */
  int transfers;

  /** Whether it is given up once nothing is on its way. */
  boolean cancelled;

  /** Whether it is lent by those that endpoints share: no room is promised to it. */
  boolean lent;

  /** Bytes of the buffers that earlier messages have taken. */
  long used;

  PostedReceive(int bufferLimit) {
    buffers = new BufferList(bufferLimit);
  }

  void clear() {
    buffers.clear();
    matcher = null;
    used = 0;
    cancelled = false;
    lent = false;
  }

  /** Takes over what whoever posted it has said. */
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
      matcher.posted.remove(this);
      posted = false;
    }
  }

  /** Whether each of its messages needs room of its own: none is promised for it. */
  boolean needsRoom() {
    return multi || lent;
  }

  /** Whether nothing comes into the buffers any more. */
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
