package dev.weft.nic.endpoint;

import dev.weft.nic.matching.EagerFastPath;
import dev.weft.nic.matching.Receiver;
import dev.weft.nic.message.Failures;
import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.PeerRights;
import dev.weft.nic.rma.AtomicResponder;
import dev.weft.nic.rma.RmaResponder;
import dev.weft.nic.transfer.ChunkReceiver;
import dev.weft.nic.transfer.PendingSends;
import dev.weft.wait.PollOrder;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.ProtocolViolation;

/**
 * Takes frames out of the links of a port and passes each to its handler. An illegal frame breaks
 * its link.
 *
 * <p>Used by one thread at a time.
 */
final class FrameDispatcher {

  /** Maximum frames that one call of {@link #take} takes from one link. */
  private static final int MAX = 256;

  private static final int MAX_ERROR = 4095;

  private final Receiver receiver;
  private final EagerFastPath eagerFastPath;
  private final PendingSends pending;
  private final ChunkReceiver chunks;
  private final RmaResponder service;
  private final AtomicResponder atomics;
  private final int refusals;
  private boolean stuck;

  /** Whether this poll has found a frame. */
  private boolean found;

  private boolean satisfied;

  private final PollOrder<Link> order = new PollOrder<>();

  /** Whether there are so many links that a poll looks at some of them. */
  private boolean crowded;

  /** In wait mode, the deliveries from one link after which a poll stops. */
  private int burst = 1;

  FrameDispatcher(
      Receiver receiver,
      PendingSends pending,
      ChunkReceiver chunks,
      RmaResponder service,
      AtomicResponder atomics,
      int refusals) {
    this.atomics = atomics;
    this.refusals = refusals;
    this.receiver = receiver;
    this.eagerFastPath = new EagerFastPath(receiver);
    this.pending = pending;
    this.chunks = chunks;
    this.service = service;
  }

  /** Whether a message had to stay in its ring, so that frames wait without a doorbell. */
  boolean isStuck() {
    return stuck;
  }

  /** A poll found nothing. Any thread: a race affects speed only. */
  void foundNothing() {
    burst = 1;
  }

  /**
   * Takes the frames that have arrived, within bounds.
   *
   * <p>Polling behind the last frame may stall on a cache line that the peer has just written. In
   * wait mode, a poll therefore returns after the first delivery and leaves other links to the next
   * poll. That one takes twice as many from each link, and so on, as long as frames come faster
   * than they are taken. With many links it looks at those that had frames lately, and at some of
   * the others in turn.
   *
   * @param all whether to take all frames, as before sleeping
   * @return whether more frames can be taken; without {@code all}, more may wait in any case
   */
  boolean take(Port port, boolean all) {
    int enough = all ? Integer.MAX_VALUE : burst;
    boolean changes = port.hasLinkChanges();
    Link[] links = port.links();
    crowded = !PollOrder.isWhole(links.length);
    boolean some = crowded && !all && !changes;
    boolean more = false;
    boolean wasStuck = stuck;
    stuck = false;
    found = false;
    satisfied = false;
    for (int i = 0; i < (some ? PollOrder.looks(found) : links.length) && !satisfied; i++) {
      Link link = some ? order.member(links, i) : links[i];
      more |= link != null && look(port, link, enough, changes);
    }
    stuck |= wasStuck && (some || satisfied); // perhaps at another link
    burst = found ? Math.min(2 * burst, MAX) : 1;
    return more;
  }

  /** Whether the last poll found a frame. */
  boolean hasFound() {
    return found;
  }

  /** Whether the last poll stopped early in wait mode and left the rest for the next one. */
  boolean isSatisfied() {
    return satisfied;
  }

  private boolean look(Port port, Link link, int enough, boolean changes) {
    boolean left = changes && link.isClosed(); // read before polling: frames precede the close
    if (link.violation() != null) {
      forget(port, link);
      return false;
    }
    try {
      if (left) {
        receiver.peerLeaving(link);
      }
      giveBack(link); // kept by the poll before
      boolean more = false;
      long header = link.in().peek();
      if (header != 0) {
        noteWork(link);
        satisfied = enough == 1 && eagerFastPath.take(link, header);
        more = !satisfied && drain(port, link, header, enough);
      }
      if (satisfied) {
        link.in().advance(header);
      } else if (left) {
        forgetWhenDrained(port, link);
      }
      link.in().checkFault();
      return more;
    } catch (OutOfMemoryError e) {
      throw e; // the frame is taken again when there is memory
    } catch (RuntimeException | Error thrown) {
      Failures.breakOff(link, thrown);
      forget(port, link);
      return false;
    }
  }

  private void noteWork(Link link) {
    found = true;
    if (crowded) {
      order.hadWork(link);
    }
  }

  /** Takes frames until {@code enough} are delivered; true if more can be taken. */
  private boolean drain(Port port, Link link, long first, int enough) {
    FrameReader in = link.in();
    long end = receiver.delivered + enough;
    int budget = MAX;
    long header = first;
    while (header != 0
        && budget > 0
        && (eagerFastPath.take(link, header) || accept(link, header))) {
      in.advance(header);
      if (FrameReader.kind(header) == FrameKinds.CHUNK) {
        giveBack(link); // its sender waits for room
      }
      header = receiver.delivered < end && link.violation() == null ? in.peek() : 0;
      budget--;
    }
    if (enough == Integer.MAX_VALUE || in.owesMuch()) {
      giveBack(link);
    }
    if (link.violation() != null) {
      forget(port, link);
      return false;
    }
    stuck |= header != 0 && budget > 0;
    return header != 0 && budget == 0;
  }

  private static void giveBack(Link link) {
    if (link.in().giveBack()) {
      link.ringForRoom();
    }
  }

  private void forgetWhenDrained(Port port, Link link) {
    if (!link.in().hasFrame() && !receiver.kept.isWaiting()) {
      forget(port, link);
    }
  }

  /** If it throws for lack of memory, the next poll finds the link again and continues. */
  private void forget(Port port, Link link) {
    order.forget();
    failAll(link, Failures.endOf(link));
    if (isLast(port, link)) {
      receiver.peerGone(link.peerIncarnation(), Failures.endOfPeer(link));
    }
    port.forget(link);
  }

  /**
   * Whether no other link leads to the same peer, whose messages would have to be taken first. One
   * that the peer has made since the poll began, and before it left, is admitted here.
   */
  private static boolean isLast(Port port, Link link) {
    long incarnation = link.peerIncarnation();
    port.hasLinkChanges();
    for (Link other : port.links()) {
      if (other.peerIncarnation() == incarnation && !other.equals(link)) {
        return false;
      }
    }
    return incarnation != 0;
  }

  /** Fails all operations to and from a peer, and drops its announcements. Can be repeated. */
  void failAll(Link link, int error) {
    pending.failAll(link, error);
    receiver.peerLeft(link);
    chunks.failAll(link, error);
  }

  /** False if the frame must stay, or is illegal and breaks the link. */
  private boolean accept(Link link, long header) {
    return switch (FrameReader.kind(header)) {
      case FrameKinds.MESSAGE ->
          isAllowed(link, isTaken(header))
              && receiver.arrive(link, header, FrameReader.payloadLength(header));
      case FrameKinds.RTS ->
          isAllowed(link, mayAnnounce(link, header)) && arriveWithLength(link, header);
      case FrameKinds.WRITE_NOTICE -> arriveWithLength(link, header);
      case FrameKinds.ACKNOWLEDGEMENT -> isAllowed(link, acknowledge(link, header));
      case FrameKinds.CTS -> isAllowed(link, pull(link, header));
      case FrameKinds.CHUNK -> isAllowed(link, chunks.arrive(link, header));
      case FrameKinds.SHARE -> isAllowed(link, chunks.arriveShared(link, header));
      case FrameKinds.END -> isAllowed(link, chunks.arriveEnd(link, header));
      case FrameKinds.CANCEL -> withdraw(link, header);
      case FrameKinds.WRITE -> service.write(link, header);
      case FrameKinds.WRITE_RTS -> service.announceWrite(link, header);
      case FrameKinds.READ -> service.read(link, header);
      case FrameKinds.ATOMIC -> atomics.change(link, header);
      case FrameKinds.ATOMIC_FETCH -> atomics.fetch(link, header);
      default -> refuse(link, header);
    };
  }

  private static boolean isAllowed(Link link, boolean allowed) {
    if (!allowed) {
      link.breakOff(ProtocolViolation.FORBIDDEN_FRAME);
    }
    return allowed;
  }

  private static boolean refuse(Link link, long header) {
    link.breakOff(
        FrameReader.isUnsound(header)
            ? ProtocolViolation.UNSOUND_FRAME
            : ProtocolViolation.UNKNOWN_FRAME);
    return false;
  }

  /** The length is read once: the peer may change it after it was checked. */
  private boolean arriveWithLength(Link link, long header) {
    boolean carriesOne = FrameReader.payloadLength(header) == Long.BYTES;
    long length = carriesOne ? link.in().word(0) : -1;
    return isAllowed(link, length >= 0) && receiver.arrive(link, header, length);
  }

  /** False if the frame is of a refused kind, which peers know and do not send. */
  private boolean isTaken(long header) {
    return !PeerRights.refuses(refusals, header);
  }

  private boolean mayAnnounce(Link link, long header) {
    return isTaken(header) && ChunkReceiver.mayAnnounce(link);
  }

  private boolean acknowledge(Link link, long header) {
    long error = link.in().tag();
    return error >= 0
        && error <= MAX_ERROR
        && pending.acknowledged(link, FrameReader.handle(header), (int) error);
  }

  private boolean pull(Link link, long header) {
    FrameReader in = link.in();
    boolean readsMemory = (FrameReader.flags(header) & FrameKinds.READS_MEMORY) != 0;
    return pending.pulled(link, FrameReader.handle(header), in.tag(), in.data(), readsMemory);
  }

  private boolean withdraw(Link link, long header) {
    receiver.withdraw(link, FrameReader.handle(header));
    return true;
  }
}
