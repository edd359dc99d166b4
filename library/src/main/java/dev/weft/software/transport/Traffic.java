package dev.weft.software.transport;

import dev.weft.wire.Breach;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.LateFault;
import dev.weft.wire.Link;
import dev.weft.wire.Links;
import dev.weft.wire.Neighbour;
import dev.weft.wire.Port;
import dev.weft.wire.PortOwner;

/**
 * How a queue pair goes on: its port, and whoever lends it a thread. {@link Gate} is its lock.
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
 * somebody polls ({@link Lease}), who then does the work.
 */
final class Traffic implements PortOwner, Neighbour {

  /** Frames that one turn takes from one link at most. */
  private static final int BURST = 256;

  /** Turns in which frames are dropped, in case a peer never stops. */
  private static final int MOST_TURNS = 1000;

  private final QueuePairMachine machine;
  private final Network network;
  private final Gate gate;
  private final Lease lease = new Lease(this::ring);
  private final Peers peers;
  private final IncomingFrame frame = new IncomingFrame();
  private Port port;
  private boolean faulty;

  /** Inside: there may be frames; set by the {@link Gate}. */
  boolean rung;

  Traffic(QueuePairMachine machine, Network network, boolean connected, Gate gate) {
    this.machine = machine;
    this.network = network;
    this.gate = gate;
    this.peers = new Peers(network, connected);
  }

  /** Takes the address of a number; false where another one has it. */
  boolean open(int number) {
    enter();
    try {
      port = network.wire().open(network.addressOf(number), this);
      if (port != null) {
        peers.attach(port);
        faulty = port.mayLoseMemory();
        gate.join(this);
      }
      return port != null;
    } finally {
      exit();
    }
  }

  /** By who is not inside, once the machine is closed. */
  void close() {
    enter();
    gate.part(this);
    exit();
    lease.close();
    port.close();
  }

  Peers peers() {
    return peers;
  }

  /** Inside: {@link #exit} rings this peer. */
  void ringLater(Link link) {
    gate.ringLater(link);
  }

  InPerson inPerson() {
    return machine.inPerson();
  }

  /** Whether the caller is inside; false where it most probably is not, as another one polls. */
  boolean isInside() {
    return !lease.isHeldByAnother() && gate.isInside();
  }

  /**
   * Enters where that needs no waiting, unless somebody polls who will take frames as well.
   *
   * @param evenIfPolled whether to enter all the same
   */
  boolean enterIfFree(boolean evenIfPolled) {
    return (evenIfPolled || !lease.isHeldByAnother()) && gate.enterIfFree();
  }

  void enter() {
    gate.enter();
  }

  void exit() {
    gate.exit();
  }

  /** Waits until whoever is inside now has left. */
  void pass() {
    gate.pass();
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
  public Neighbour neighbour() {
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
    gate.ring(this);
  }

  /** Inside: has this served before it is left. */
  void ringInside() {
    gate.ringInside(this);
  }

  /** Has the timer's thread serve. */
  void serveSoon() {
    lease.serveSoon();
  }

  private boolean hasWork() {
    try {
      return port.hasNews() || Links.anyFrame(port);
    } catch (InternalError noSuchPage) {
      blame(noSuchPage);
      return true;
    }
  }

  /** Lets a fault of lost memory come out now, where there may be one. */
  void surface() {
    if (faulty) {
      LateFault.surface();
    }
  }

  /** Breaks off the links whose memory is gone. */
  void blame(InternalError noSuchPage) {
    Links.blame(port, noSuchPage);
  }

  /** Inside, before anything is heard: what has come until now is for nobody. */
  void drop() {
    for (int turns = 0; turns < MOST_TURNS && hasWork(); turns++) {
      turn();
    }
  }

  /** Inside: takes what there is; another turn is due where more has come, or may have. */
  void turn() {
    rung = false;
    if (machine.isClosed() || port == null) {
      return;
    }
    try {
      takeAll();
      machine.taken();
      surface();
    } catch (InternalError noSuchPage) {
      blame(noSuchPage);
    }
    if (!lease.isHeld() && arm()) {
      ringInside();
    }
  }

  /** Arms the doorbells; true where there is something to take all the same. */
  private boolean arm() {
    boolean armed = false;
    for (Link link : port.links()) {
      if (link.neighbour() == null) {
        Links.arm(link);
        armed = true;
      }
    }
    if (armed) {
      Links.ringForRoom(port);
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
    for (int budget = BURST; header != 0 && budget > 0; budget--) {
      frame.read(in, header);
      if (!Packet.isKnown(frame.kind()) || (heard && !machine.accept(frame))) {
        cheated(link, heard);
        return;
      }
      in.advance(header);
      header = in.peek();
    }
    if (header != 0) {
      ringInside();
    }
    if (in.giveBack()) {
      gate.ringLater(link);
    }
  }

  private void cheated(Link link, boolean heard) {
    link.breakOff(Breach.FORBIDDEN_FRAME);
    lose(link);
    if (heard) {
      machine.cheated();
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
