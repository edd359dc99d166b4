package dev.weft.nic.message;

import dev.weft.nic.report.DeferredReport;
import dev.weft.wire.Link;

/**
 * A send, filled in by the caller that posts it. An endpoint has one and reuses it as soon as
 * {@code Initiator.send} has returned.
 */
public final class SendWork {

  /** When a send is complete. */
  public enum Completion {
    /** The payload is copied to the ring, or pulled. */
    TRANSMITTED,
    /** The message has arrived at the receiver. */
    DELIVERED,
    /** The receiver has matched or dropped the message. */
    MATCHED
  }

  /** The message. */
  public final BufferList buffers;

  /** The link to the peer; null if no endpoint has the address. */
  public Link link;

  /** Whether it has a tag. */
  public boolean tagged;

  /** The tag. */
  public long tag;

  /** Whether the receiver's completion carries {@link #data}. */
  public boolean hasData;

  /** Remote completion data. */
  public long data;

  /** Returned in the completion. */
  public long context;

  /** The flags of the completion. */
  public long completionFlags;

  /** Whether a success writes a completion. */
  public boolean signaled;

  /** Whether the buffers are free on return, so that the payload must be copied out at once. */
  public boolean copyNow;

  /** Whether the post may return a failure instead of a completion, which would have no context. */
  public boolean failAtOnce;

  /** When it is complete. */
  public Completion completion;

  /** Where a deferred operation reports; null for all others. */
  public DeferredReport report;

  public SendWork(int bufferLimit) {
    buffers = new BufferList(bufferLimit);
  }

  /** Sets the link and the completion level; mostly the same as before. */
  @SuppressWarnings("ReferenceEquality") // the very object
  public void aim(Link whereOrNull, Completion when) {
    if (link != whereOrNull) { // storing a reference costs more than comparing
      link = whereOrNull;
    }
    if (completion != when) {
      completion = when;
    }
  }

  public int frameFlags() {
    int flags = tagged ? FrameKinds.TAGGED : 0;
    flags |= hasData ? FrameKinds.HAS_DATA : 0;
    return switch (completion) {
      case TRANSMITTED -> flags;
      case DELIVERED -> flags | FrameKinds.ACKNOWLEDGE_ARRIVAL;
      case MATCHED -> flags | FrameKinds.ACKNOWLEDGE_MATCH;
    };
  }
}
