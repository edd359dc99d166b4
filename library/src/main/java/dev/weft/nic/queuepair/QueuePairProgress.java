package dev.weft.nic.queuepair;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.progress.PollLease;
import dev.weft.nic.workqueue.RequestView;
import dev.weft.nic.workqueue.SendQueue;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.InProcessPeer;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.SharedMemory;

/**
 * Drives a queue pair: has the frames of its port read ({@link PortReader}), on whichever thread
 * rings, polls or posts. Its lock is a {@link CombiningLock}.
 *
 * <pre>
 *   poster, timer --+
 *   poller ---------+--> lock held: reads frames, writes responses and requests
 *   doorbell -------+         |                                  ^
 *      ^                      | rings peers                      | pending bit: once more
 *      |                      v                                  |
 *      +---- in another process: after the release,  in this process: takes the peer's lock too
 *            if its doorbell is armed                and serves it; the peer rings back. If that
 *                                                    lock is held: sets its pending bit
 * </pre>
 *
 * <p>The doorbells of links to other processes are armed after each pass, except while a thread
 * polls ({@link PollLease}) and processes the frames itself.
 *
 * <p>A pass throws no exceptions, because any thread may call it. A failure while a frame is
 * processed ends the link of that frame and what is connected through it; any other one ends this
 * queue pair.
 */
final class QueuePairProgress implements PortListener {

  /** Maximum number of passes that drop frames, in case a peer never stops. */
  private static final int MAX_TURNS = 1000;

  private final QueuePairMachine machine;
  private final AddressMap addresses;
  final CombiningLock lock;
  private final SharedMemory memory;
  private final PollLease lease = new PollLease(this::ring);
  private final LocalPeer self = new LocalPeer(this, lease);
  private final PeerLinks peers;
  private final ProgressFailures failures;
  private final PortReader reader;

  /** What carries the messages of a reliable datagram queue pair; else null. */
  private final MachineGroup carriers;

  private Port port;
  private boolean faulty;
  private boolean ringsInProcess; // whether peers may be in this process

  /** Whether a request of a peer in this process waits for the thread that polls. */
  private volatile boolean peerWaits;

  /** Whether there may be frames. Set by {@link CombiningLock}; guarded by the lock. */
  boolean rung;

  QueuePairProgress(
      QueuePairMachine machine,
      QueuePairConfig parts,
      Requester requesterOrNull,
      SendQueue sends,
      CombiningLock lock) {
    this.machine = machine;
    this.addresses = parts.addresses();
    this.memory = parts.memory();
    this.lock = lock;
    this.carriers = parts.type() == TransportType.RELIABLE_DATAGRAM ? parts.group() : null;
    this.peers = new PeerLinks(addresses, requesterOrNull != null);
    this.failures = new ProgressFailures(machine, peers);
    this.reader = new PortReader(machine, this, requesterOrNull, sends, failures);
  }

  /** Opens the port at the address of a number; false if the number is in use. */
  boolean open(int number) {
    enter();
    try {
      port = addresses.wire().open(addresses.addressOf(number), this);
      if (port != null) {
        peers.attach(port);
        failures.attach(port);
        faulty = port.mayLoseMemory();
        ringsInProcess = port.ringsInProcess();
        lock.join(this);
      }
      return port != null;
    } finally {
      exit();
    }
  }

  /** Called without the lock, after the machine is closed. */
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

  /** Has {@link #exit} ring this peer. Caller holds the lock. */
  void ringLater(Link link) {
    lock.ringLater(link);
  }

  /** Whether the calling thread holds the lock. */
  boolean holdsLock() {
    return lock.isInside();
  }

  /** This queue pair as seen by its peers in this process. */
  LocalPeer self() {
    return self;
  }

  /** Has the thread that polls ring the peers that wait; false if it may not poll any more. */
  boolean notePeerWaits() {
    peerWaits = true;
    return lease.willBeFound();
  }

  /** Acquires the lock if it is free. */
  boolean enterIfFree() {
    return lock.enterIfFree();
  }

  void enter() {
    lock.enter();
  }

  void exit() {
    lock.exit();
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
    return self;
  }

  @Override
  public DirectPeer direct() {
    return null;
  }

  @Override
  public SharedMemory memory() {
    return memory;
  }

  /** Publishes who may access memory directly. */
  void admit(long word) {
    port.admit(word);
  }

  /** Waits for accesses that an earlier {@link #admit} allowed. Called without the lock. */
  void awaitNoAccess() {
    port.awaitNoAccess();
  }

  /** Called by a thread that found no completion; returns whether there was work. */
  boolean poll() {
    lease.polled();
    boolean found = hasWork();
    if (found) {
      ring();
    }
    if (carriers != null) {
      carriers.progress();
      return true; // any of them may have had some
    }
    return found;
  }

  /** {@link #poll} by a thread that may sleep next; arms the doorbells. */
  void pollAndArm() {
    lease.release();
    ring();
    if (carriers != null) {
      carriers.progressAndArm();
    }
  }

  /** Sends what was posted, or has the lock holder do that before it releases. */
  void posted() {
    // If it fails, the holder, maybe this thread, serves before it releases.
    if (lock.tryEnterOrSetPending()) {
      try {
        machine.pump();
      } finally {
        lock.exit();
      }
    }
  }

  private void ring() {
    lock.ring(this);
  }

  /** Frees the room of the frames that were read. Caller holds the lock. */
  void giveBack() {
    reader.giveBack(port);
  }

  /** Has this served before the lock is released. Caller holds the lock. */
  void ringInside() {
    lock.ringInside(this);
  }

  /** Has the timer thread serve after this time. */
  void serveIn(long nanos) {
    lease.serveIn(nanos);
  }

  private boolean hasWork() {
    try {
      return peerWaits || port.hasLinkChanges() || LinkFaults.anyFrame(port);
    } catch (InternalError noSuchPage) {
      attributeFault(noSuchPage);
      return true;
    }
  }

  /** Raises a deferred fault of a lost mapping, if the wire can lose memory. */
  void checkFault() {
    if (faulty) {
      DeferredMmapFault.checkFault();
    }
  }

  /** Ends the links whose memory is lost. */
  void attributeFault(InternalError noSuchPage) {
    LinkFaults.attributeFault(port, noSuchPage);
  }

  /** Drops all frames that have arrived. Caller holds the lock, before a connection starts. */
  void drop() {
    for (int turns = 0; turns < MAX_TURNS && hasWork(); turns++) {
      serve();
    }
  }

  /**
   * Processes frames and expired alarms, and rings itself if more may have arrived. Caller holds
   * the lock.
   */
  void serve() {
    rung = false;
    if (peerWaits) {
      peerWaits = false; // before peers are asked whether they wait; partner: notePeerWaits()
    }
    if (machine.isClosed() || port == null) {
      return;
    }
    try {
      reader.takeAll(port);
      machine.taken(); // raises deferred faults, also those of the frames
      if (machine.retryTimer.serve()) {
        checkFault();
      }
      if (ringsInProcess) {
        InProcessPath.ringWaiting(port.links());
      }
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

  /** {@link InProcessPath#take} for a peer that holds both locks; handles failures like a pass. */
  boolean takeDirectly(int from, RequestView request, int number) {
    try {
      return machine.inProcessPath.take(from, request, number);
    } catch (RuntimeException | Error failure) {
      failed(failure);
      return false;
    }
  }

  /**
   * {@link InProcessPath#acknowledged} for a peer that holds both locks. Failures are handled as in
   * a pass.
   */
  boolean acknowledgedDirectly(int from, int number) {
    try {
      return machine.inProcessPath.acknowledged(from, number);
    } catch (RuntimeException | Error failure) {
      failed(failure);
      return false;
    }
  }

  private void failed(Throwable failure) {
    failures.handle(failure, reader.failedLink());
  }

  /** Arms the doorbells; true if there is work all the same. */
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
}
