package dev.weft.nic.endpoint;

import dev.weft.wire.Link;

/**
 * What to send, filled in by whoever posts it. One is enough for an endpoint: it is used again as
 * soon as {@link EndpointMachine#send} has returned.
 */
public final class SendWork {

  /** When a send counts as complete. */
  public enum Completion {
    /** The payload is out of the sender's hands, or pulled. */
    TRANSMITTED,
    /** The message has arrived at the receiver. */
    DELIVERED,
    /** The receiver has matched or dropped the message. */
    MATCHED
  }

  /** The message. */
  public final BufferList buffers;

  /** Where it goes; null where nobody answers to the address. */
  public Link link;

  /** Whether it matches by tag. */
  public boolean tagged;

  /** The tag. */
  public long tag;

  /** Whether {@link #data} travels to the receiver's completion. */
  public boolean hasData;

  /** Remote completion data. */
  public long data;

  /** Comes back in the completion. */
  public long context;

  /** The flag word of the completion. */
  public long completionFlags;

  /** Whether a success writes a completion. */
  public boolean signaled;

  /** Whether the buffers are free on return, so that the payload must be copied out at once. */
  public boolean copyNow;

  /** Whether a failure may be answered at once instead of by a completion, which has no context. */
  public boolean failAtOnce;

  /** When it counts as complete. */
  public Completion completion;

  /** Whom it reports to instead of the endpoint alone; null for all but deferred operations. */
  DeferredReport report;

  SendWork(int bufferLimit) {
    buffers = new BufferList(bufferLimit);
  }

  /** Says where it goes, and when it counts as complete; mostly as the one before. */
  @SuppressWarnings("ReferenceEquality") // the very object
  public void aim(Link whereOrNull, Completion when) {
    if (link != whereOrNull) { // to store a reference costs more than to look
      link = whereOrNull;
    }
    if (completion != when) {
      completion = when;
    }
  }

  int frameFlags() {
    int flags = tagged ? FrameKinds.TAGGED : 0;
    flags |= hasData ? FrameKinds.HAS_DATA : 0;
    return switch (completion) {
      case TRANSMITTED -> flags;
      case DELIVERED -> flags | FrameKinds.ACKNOWLEDGE_ARRIVAL;
      case MATCHED -> flags | FrameKinds.ACKNOWLEDGE_MATCH;
    };
  }
}
