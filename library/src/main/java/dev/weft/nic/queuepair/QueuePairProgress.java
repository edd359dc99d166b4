package dev.weft.nic.queuepair;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.InProcessPeer;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.ProtocolViolation;

/**
 * How a queue pair goes on: its port, and whoever lends it a thread. {@link CombiningLock} is its
 * lock.
 *
 * <pre>
 *   poster, timer --+
 *   poller ---------+--> inside: frames taken, answers and requests written
 *   doorbell -------+         |                                    ^
 *      ^                      | rings peers                        | a mark: once more
 *      |                      v                                    |
 *      +---- in another process, after leaving       in this process: enters the peer too, serves
 *            and where armed                         it, and the peer rings back. Where somebody
 *                                                    is inside the peer: leaves a mark and goes
 * </pre>
 *
 * <p>The doorbells of links to other processes are armed whenever frames were taken, except while
 * somebody polls ({@link PollLease}), who then does the work.
 *
 * <p>A turn throws nothing, since the thread that it is on may be anybody's: of a poster, a poller,
 * the timer, another queue pair. What fails over a frame ends the link that the frame came by, and
 * with it what is connected through it; what fails otherwise ends this queue pair.
 */
final class QueuePairProgress implements PortListener, InProcessPeer {

  /** Frames that one turn takes from one link at most. */
  private static final int BURST = 256;

  /** Turns in which frames are dropped, in case a peer never stops. */
  private static final int MOST_TURNS = 1000;

  private static final System.Logger LOG = System.getLogger("dev.weft.verbs");

  private final QueuePairMachine machine;
  private final AddressMap addresses;
  private final CombiningLock lock;
  private final PollLease lease = new PollLease(this::ring);
  private final PeerLinks peers;
  private final IncomingFrame frame = new IncomingFrame();
  private Port port;
  private boolean faulty;

  /** Whose frames are being taken. */
  private Link taking;

  /** A failure was logged that was no link's. */
  private boolean reported;

  /** Inside: there may be frames; set by the {@link CombiningLock}. */
  boolean rung;

  QueuePairProgress(
      QueuePairMachine machine, AddressMap addresses, boolean connected, CombiningLock lock) {
    this.machine = machine;
    this.addresses = addresses;
    this.lock = lock;
    this.peers = new PeerLinks(addresses, connected);
  }

  /** Takes the address of a number; false where another one has it. */
  boolean open(int number) {
    enter();
    try {
      port = addresses.wire().open(addresses.addressOf(number), this);
      if (port != null) {
        peers.attach(port);
        faulty = port.mayLoseMemory();
        lock.join(this);
      }
      return port != null;
    } finally {
      exit();
    }
  }

  /** By who is not inside, once the machine is closed. */
  void close() {
    enter();
    lock.part(this);
    exit();
    lease.close();
    port.close();
  }

  PeerLinks peers() {
    return peers;
  }

  /** Inside: {@link #exit} rings this peer. */
  void ringLater(Link link) {
    lock.ringLater(link);
  }

  /** Whether the caller is inside; false where it most probably is not, as another one polls. */
  boolean isInside() {
    return !lease.isHeldByAnother() && lock.isInside();
  }

  /**
   * Enters where that needs no waiting, unless somebody polls who will take frames as well.
   *
   * @param evenIfPolled whether to enter all the same
   */
  boolean enterIfFree(boolean evenIfPolled) {
    return (evenIfPolled || !lease.isHeldByAnother()) && lock.enterIfFree();
  }

  void enter() {
    lock.enter();
  }

  void exit() {
    lock.exit();
  }

  /** Waits until whoever is inside now has left. */
  void pass() {
    lock.pass();
  }

  @Override
  public void doorbell() {
    ring();
  }

  @Override
  public boolean maySleep() {
    return true;
  }

  @Override
  public InProcessPeer inProcessPeer() {
    return this;
  }

  @Override
  public DirectPeer direct() {
    return null;
  }

  /** By a thread that found nothing to poll. */
  void poll() {
    lease.polled();
    if (hasWork()) {
      ring();
    }
  }

  /** {@link #poll} by a thread that may sleep now: doorbells are to be armed again. */
  void pollAndArm() {
    lease.giveUp();
    ring();
  }

  @Override
  public void ringUnlessPolled() {
    if (!lease.willBeFound()) {
      ring();
    }
  }

  private void ring() {
    lock.ring(this);
  }

  /** Inside: has this served before it is left. */
  void ringInside() {
    lock.ringInside(this);
  }

  /** Has the timer's thread serve, after this time. */
  void serveIn(long nanos) {
    lease.serveIn(nanos);
  }

  private boolean hasWork() {
    try {
      return port.hasNews() || LinkFaults.anyFrame(port);
    } catch (InternalError noSuchPage) {
      attributeFault(noSuchPage);
      return true;
    }
  }

  /** Lets a fault of lost memory come out now, where there may be one. */
  void checkFault() {
    if (faulty) {
      DeferredMmapFault.checkFault();
    }
  }

  /** Breaks off the links whose memory is gone. */
  void attributeFault(InternalError noSuchPage) {
    LinkFaults.attributeFault(port, noSuchPage);
  }

  /** Inside, before anything is heard: what has come until now is for nobody. */
  void drop() {
    for (int turns = 0; turns < MOST_TURNS && hasWork(); turns++) {
      serve();
    }
  }

  /**
   * Inside: takes what there is, and does what alarms are for; another turn is due where more has
   * come, or may have.
   */
  void serve() {
    rung = false;
    if (machine.isClosed() || port == null) {
      return;
    }
    try {
      takeAll();
      machine.taken();
      machine.retryTimer.serve();
      checkFault();
    } catch (RuntimeException | Error failure) {
      failed(failure);
    }
    try {
      if (!lease.isHeld() && arm()) {
        ringInside();
      }
    } catch (RuntimeException | Error failure) {
      failed(failure);
    }
  }

  /** By a peer that is inside too: {@link InProcessPath#take}, which fails here like a turn. */
  boolean takeInPerson(int from, RequestView request, int number) {
    try {
      return machine.inProcessPath().take(from, request, number);
    } catch (RuntimeException | Error failure) {
      failed(failure);
      return false;
    }
  }

  /**
   * By a peer that is inside too: {@link InProcessPath#acknowledged}, which fails here like a turn.
   */
  boolean acknowledgedInPerson(int from, int number) {
    try {
      return machine.inProcessPath().acknowledged(from, number);
    } catch (RuntimeException | Error failure) {
      failed(failure);
      return false;
    }
  }

  /**
   * Lost memory ends the links that share it; any other failure that of which frames were taken.
   */
  private void failed(Throwable failure) {
    Link guilty = taking;
    taking = null;
    try {
      if (failure instanceof InternalError && port.dropLostMemory()) {
        return;
      }
      report(failure, guilty);
      if (guilty != null) {
        breakOff(guilty, ProtocolViolation.FAILED_FRAME, peers.listensTo(guilty));
      } else {
        machine.broken();
      }
    } catch (RuntimeException | Error second) {
      report(second, null);
    }
  }

  /** Once for a link, as nothing is taken from it any more, and once for all else. */
  private void report(Throwable failure, Link guilty) {
    if (guilty != null || !reported) {
      reported |= guilty == null;
      String from = guilty == null ? "" : " at a frame of " + guilty.peerAddress();
      LOG.log(
          System.Logger.Level.ERROR, "Queue pair " + machine.number() + " failed" + from, failure);
    }
  }

  /** Arms the doorbells; true where there is something to take all the same. */
  private boolean arm() {
    boolean armed = false;
    for (Link link : port.links()) {
      if (link.inProcessPeer() == null) {
        LinkFaults.arm(link);
        armed = true;
      }
    }
    if (armed) {
      LinkFaults.ringForRoom(port);
    }
    return armed && hasWork();
  }

  private void takeAll() {
    boolean news = port.hasNews();
    for (Link link : port.links()) {
      boolean left = news && link.isClosed(); // before the look: frames come before the leave
      take(link);
      if (left && !link.in().hasFrame()) {
        lose(link);
      }
    }
  }

  private void take(Link link) {
    FrameReader in = link.in();
    long header = in.peek();
    if (header == 0) {
      return;
    }
    boolean heard = peers.listensTo(link);
    taking = link;
    for (int budget = BURST; header != 0 && budget > 0; budget--) {
      frame.read(in, header);
      if (!PacketFormat.isKnown(frame.kind()) || (heard && !machine.accept(frame))) {
        breakOff(link, ProtocolViolation.FORBIDDEN_FRAME, heard);
        return;
      }
      in.advance(header);
      header = in.peek();
    }
    taking = null;
    if (header != 0) {
      ringInside();
    }
    if (in.giveBack()) {
      lock.ringLater(link);
    }
  }

  private void breakOff(Link link, ProtocolViolation violation, boolean heard) {
    taking = null;
    link.breakOff(violation);
    lose(link);
    if (heard) {
      machine.protocolViolation();
    }
  }

  /** A link has ended; where it was not the peer's, nothing is lost. */
  private void lose(Link link) {
    boolean heard = peers.listensTo(link);
    peers.forget(link);
    if (heard) {
      machine.receiver.peerLeft();
    }
  }
}
