package dev.weft.wire;

import dev.weft.wire.process.ProcessMemory;
import java.lang.foreign.MemorySegment;

/**
 * One end of the connection between two ports: writes frames to the peer and reads frames from it.
 *
 * <p>The owner of the port serialises its use, except for {@link #isClosed}, {@link #breakOff},
 * {@link #ring}, {@link #ringForRoom} and {@link #wakeIfAsleep}.
 */
public abstract class Link {
  private final String peerAddress;
  private final FrameWriter out;
  private final FrameReader in;
  private final int refusals;
  private final long peerIncarnation;
  private volatile ProtocolViolation violation;

  /** The peer's source address as resolved by the owner of the port; see {@code sourceOf}. */
  public long peerHandle = -1;

  /** The address book version for which {@link #peerHandle} is valid. */
  public long peerHandleVersion = -1;

  /**
   * When the owner of the port found no room for a frame, by {@link System#nanoTime}; 0 if the last
   * frame had room.
   */
  public long fullSince;

  /** How many reads of the peer the owner of the port has accepted and not served yet. */
  public int inboundReads;

  /** How many results of the peer's atomic operations wait for room in its ring. */
  public int inboundFetches;

  /** How many payloads that the peer has announced are pending. */
  public int announcedTransfers;

  /**
   * A link end between two rings.
   *
   * @param refusals the peer's {@link PortListener#refuses}
   * @param peerIncarnation the peer's {@link PortListener#incarnation}
   */
  protected Link(
      String peerAddress, FrameWriter out, FrameReader in, int refusals, long peerIncarnation) {
    this.peerAddress = peerAddress;
    this.refusals = refusals;
    this.peerIncarnation = peerIncarnation;
    this.out = out;
    this.in = in;
    out.onBreach(this::breakOff);
  }

  /** The peer's address. */
  public final String peerAddress() {
    return peerAddress;
  }

  /** The peer's {@link PortListener#refuses}. */
  public final int refusals() {
    return refusals;
  }

  /** The peer's {@link PortListener#incarnation}. */
  public final long peerIncarnation() {
    return peerIncarnation;
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

  /** Called after freeing room, and before sleeping: wakes the peer if it waits for room. */
  public final void ringForRoom() {
    if (in.takeWanted()) {
      wakePeer();
    }
  }

  /**
   * After publishing frames and freeing room, and a full fence behind that: wakes the peer if it
   * sleeps, or waits for that room.
   */
  public final void wakeIfAsleep() {
    boolean sleeps = out.takeAlarmAfterFence();
    boolean waits = in.takeWanted();
    if (sleeps || waits) {
      wakePeer();
    }
  }

  /** Wakes the thread that sleeps at the other end. */
  protected abstract void wakePeer();

  /** Whether nothing can be written to the peer any more; its frames may still be unread. */
  public final boolean isClosed() {
    return violation != null || hasPeerLeft();
  }

  /** Whether the peer has left; its earlier frames may still be unread. */
  protected abstract boolean hasPeerLeft();

  /** Breaks the link after a protocol violation; nothing more is read from the peer. */
  public void breakOff(ProtocolViolation what) {
    if (violation == null
        || what == ProtocolViolation.MISSING_MEMORY) { // it is the cause of any other violation
      violation = what;
    }
  }

  /** The violation passed to {@link #breakOff}, or null. */
  public final ProtocolViolation violation() {
    return violation;
  }

  /**
   * Shared memory of the peer, mapped into this process; null if the file does not exist. For the
   * owner of the port.
   */
  public MemorySegment peerMemory(long owner, long file) {
    return null;
  }

  /**
   * The word that the peer has passed to {@link Port#admit}; 0 for none. An access that reads it
   * after {@link dev.weft.memory.GrantedMemory#enter} ends before the peer's {@link
   * Port#awaitNoAccess} returns.
   */
  public long admittedByPeer() {
    return 0;
  }

  /**
   * After a fault in shared memory: whether this link's memory faulted; the link is then broken.
   */
  public boolean hasLostMemory() {
    return false;
  }

  /** Whether the peer is leaving, so that its memory may no longer be valid. */
  public boolean isLeaving() {
    return isClosed();
  }

  /**
   * The memory of the peer's process; null if it cannot be read. Opened at the first call. For the
   * owner of the port.
   */
  public ProcessMemory process() {
    return null;
  }

  /** The peer, if it is in this process and takes calls instead of doorbells; else null. */
  public InProcessPeer inProcessPeer() {
    return null;
  }

  /** Direct access to the peer, if all of its memory is accessible; else null. */
  public abstract DirectPeer direct();

  /** After a fault in the peer's registered memory: {@link #memory} is null from now on. */
  public void loseMemory() {}

  /** The peer's accessible registered memory; null for none. For the owner of the port. */
  public PeerRegions memory() {
    return direct();
  }
}
