package dev.weft.software.transport;

import dev.weft.wire.Breach;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.LateFault;
import dev.weft.wire.Link;
import dev.weft.wire.Links;
import dev.weft.wire.Port;
import dev.weft.wire.PortOwner;

/**
 * How a queue pair goes on: its port, and whoever lends it a thread. {@link Gate} is its lock.
 *
 * <pre>
 *   poster, timer --+
 *   poller ---------+--> enter --> frames taken, answers and requests written --> exit
 *   doorbell -------+                                                              |
 *      ^   (Serving)                                                               v
 *      +----------------- peers' doorbells, where armed <------------------- rings peers
 * </pre>
 *
 * <p>Nobody is inside two machines: peers are rung after the lock is given back, and ringing a peer
 * in this process serves it on this very thread. The doorbells of this one are armed whenever it is
 * left, except while somebody polls ({@link Lease}).
 */
final class Traffic implements PortOwner {

  /** Frames that one turn takes from one link at most. */
  private static final int BURST = 256;

  /** Turns for which one doorbell may have the thread that rang it. */
  private static final int MOST_TURNS = 1000;

  private final QueuePairMachine machine;
  private final Network network;
  private final Gate gate;
  private final Serving serving = new Serving(this::serve);
  private final Lease lease = new Lease(serving);
  private final Peers peers;
  private Port port;

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
      }
      return port != null;
    } finally {
      exit();
    }
  }

  /** By who is not inside, once the machine is closed. */
  void close() {
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
    if (!gate.serveLater(serving)) {
      serving.ring();
    }
  }

  @Override
  public boolean maySleep() {
    return true;
  }

  @Override
  public DirectPeer direct() {
    return null;
  }

  /** By a thread that found nothing to poll. */
  void poll() {
    lease.polled();
    if (hasWork()) {
      turn();
    }
  }

  /** {@link #poll} by a thread that may sleep now: doorbells are to be armed again. */
  void pollAndArm() {
    lease.giveUp();
    serving.ring();
  }

  private boolean hasWork() {
    try {
      boolean found = port.hasNews() || Links.anyFrame(port);
      LateFault.surface();
      return found;
    } catch (InternalError noSuchPage) {
      blame(noSuchPage);
      return true;
    }
  }

  /** Breaks off the links whose memory is gone. */
  void blame(InternalError noSuchPage) {
    Links.blame(port, noSuchPage);
  }

  /**
   * Goes on until there is nothing to take, and then, unless somebody polls, arms the doorbells.
   */
  private void serve() {
    int turns = 0;
    do {
      turn();
      turns++;
    } while (!lease.isHeld() && arm() && turns < MOST_TURNS);
    if (turns == MOST_TURNS) {
      lease.serveSoon(); // a peer that never stops may not have this thread for ever
    }
  }

  /** Arms all doorbells; true where there is something to take all the same. */
  private boolean arm() {
    if (machine.isClosed()) {
      return false;
    }
    Links.arm(port);
    Links.ringForRoom(port);
    return hasWork();
  }

  private void turn() {
    enter();
    try {
      if (!machine.isClosed() && port != null) {
        takeAll();
        machine.taken();
        LateFault.surface();
      }
    } catch (InternalError noSuchPage) {
      blame(noSuchPage);
    } finally {
      exit();
    }
  }

  private void takeAll() {
    boolean news = port.hasNews();
    for (Link link : port.links()) {
      boolean left = news && link.isClosed(); // before the look: frames come before the leave
      take(link);
      if (left && !link.in().hasFrame()) {
        peers.forget(link);
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
      if (!Packet.isKnown(FrameReader.kind(header)) || (heard && !machine.accept(in, header))) {
        cheated(link, heard);
        return;
      }
      in.advance(header);
      header = in.peek();
    }
    if (in.giveBack()) {
      gate.ringLater(link);
    }
  }

  private void cheated(Link link, boolean heard) {
    link.breakOff(Breach.FORBIDDEN_FRAME);
    peers.forget(link);
    if (heard) {
      machine.cheated();
    }
  }
}
