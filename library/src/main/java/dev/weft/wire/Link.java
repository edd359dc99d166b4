package dev.weft.wire;

import java.lang.foreign.MemorySegment;

/**
 * One end of the connection between two ports: where to write frames to the peer and where to read
 * those that it wrote.
 *
 * <p>The owner of the port serialises its use, but for {@link #isClosed}, {@link #breakOff}, {@link
 * #ring} and {@link #ringForRoom}.
 */
public abstract class Link {
  private final String peerAddress;
  private final FrameWriter out;
  private final FrameReader in;
  private final int refusals;
  private volatile ProtocolViolation violation;

  /** What the owner of the port has found out about the peer; see {@code sourceOf}. */
  public long peerHandle = -1;

  /** For which state of its address book {@link #peerHandle} holds. */
  public long peerHandleVersion = -1;

  /** A link end that writes to one ring and reads from another, to a peer that takes all. */
  protected Link(String peerAddress, FrameWriter out, FrameReader in) {
    this(peerAddress, out, in, 0);
  }

  /**
   * A link end that writes to one ring and reads from another.
   *
   * @param refusals the peer's {@link PortListener#refuses}
   */
  protected Link(String peerAddress, FrameWriter out, FrameReader in, int refusals) {
    this.peerAddress = peerAddress;
    this.refusals = refusals;
    this.out = out;
    this.in = in;
    out.onBreach(this::breakOff);
  }

  /** The peer's address. */
  public final String peerAddress() {
    return peerAddress;
  }

  /** What the peer does not take: its {@link PortListener#refuses}. */
  public final int refusals() {
    return refusals;
  }

  /** Frames to the peer. */
  public final FrameWriter out() {
    return out;
  }

  /** Frames from the peer. */
  public final FrameReader in() {
    return in;
  }

  /** After publishing frames: wakes the peer if it sleeps. */
  public final void ring() {
    if (out.takeAlarm()) {
      wakePeer();
    }
  }

  /** After giving room back, and before sleeping: wakes the peer if it waits for room. */
  public final void ringForRoom() {
    if (in.takeWanted()) {
      wakePeer();
    }
  }

  /** Wakes whoever sleeps at the other end. */
  protected abstract void wakePeer();

  /** Whether nothing can be written to the peer any more; what it wrote may still wait. */
  public final boolean isClosed() {
    return violation != null || hasPeerLeft();
  }

  /** Whether the peer has left; frames that it wrote before may still wait. */
  protected abstract boolean hasPeerLeft();

  /** Ends the link because of what the peer did; nothing more is read from it. */
  public void breakOff(ProtocolViolation what) {
    if (violation == null
        || what == ProtocolViolation.MISSING_MEMORY) { // which explains all others
      violation = what;
    }
  }

  /** What {@link #breakOff} was called with, or null. */
  public final ProtocolViolation violation() {
    return violation;
  }

  /**
   * Memory that the peer has shared, mapped into this process; null where there is none by that
   * number. For the owner of the port.
   */
  public MemorySegment peerMemory(long owner, long file) {
    return null;
  }

  /** After a fault in shared memory: whether it was this link's, which is broken off then. */
  public boolean hasLostMemory() {
    return false;
  }

  /** Whether the peer leaves, after which what its memory showed may be something else. */
  public boolean isLeaving() {
    return isClosed();
  }

  /** The peer, where it is in this process and takes calls in place of rings; else null. */
  public InProcessPeer inProcessPeer() {
    return null;
  }

  /** The peer, where all of its memory is within reach, else null. */
  public abstract DirectPeer direct();

  /**
   * What of the peer's registered memory is within reach; null for none. For the owner of the port.
   */
  public PeerRegions memory() {
    return direct();
  }
}
