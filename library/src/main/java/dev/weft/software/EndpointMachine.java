package dev.weft.software;

import dev.weft.completion.CompletionCounter;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.Link;
import dev.weft.wire.Links;
import dev.weft.wire.Port;
import dev.weft.wire.PortOwner;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.Wire;
import java.lang.invoke.VarHandle;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One endpoint of the software NIC, without the words of either vocabulary.
 *
 * <pre>
 *   post --> Transmitter --frames--> peer          peer --frames--> Receiver --> completion
 *                 |                                                    |
 *                 +--> completion          <--acknowledgements---------+
 * </pre>
 *
 * <p>Whoever posts or progresses is inside ({@link #enter}, {@link #exit}), one thread at a time:
 * with a lock, or, where the application serialises, without. Nobody is ever inside two machines,
 * so that there is no order of locks to keep. What threads of other endpoints may do is ring the
 * doorbell and pull announced payloads.
 */
public class EndpointMachine implements PortOwner, AutoCloseable {
  private final ReentrantLock lock;
  private final Transmitter transmitter;
  final Receiver receiver;
  private final PendingSends pending;
  private final ControlFrames control = new ControlFrames();
  private final ChunkSender chunksOut;
  private final ChunkReceiver chunksIn = new ChunkReceiver();
  private final RemoteAccess remoteAccess;
  private final Arrivals arrivals;
  private final SendWork sendWork;
  private final Doorbell doorbell;
  private final OneSided oneSided;
  private final RemoteWork remoteWork;
  private final AtomicAccess atomics;
  private final AtomicWork atomicWork;
  private final Reach reach;
  Port port;
  private volatile boolean closed;

  /** What waits until earlier operations are complete; null where nothing does. */
  private volatile Runnable afterAdvance;

  /** A machine that is not yet on a wire. */
  public EndpointMachine(MachineParts parts) {
    lock = parts.threadSafe() ? new ReentrantLock() : null;
    doorbell = parts.doorbell();
    MachineCounters counters = parts.counters();
    CompletionOrder order = parts.ordered() ? new CompletionOrder() : null;
    sendWork = new SendWork(parts.limits().buffers());
    chunksOut = new ChunkSender(parts.shared());
    pending = new PendingSends(parts.limits(), control, chunksOut);
    CompletionTarget sends = new CompletionTarget(parts.sendQueue(), counters.sends(), order);
    transmitter = new Transmitter(parts.limits(), parts.reliable(), sends, pending);
    reach = new Reach(pending, parts.peers(), parts.memory(), parts.shared(), counters, doorbell);
    CompletionTarget reads = new CompletionTarget(parts.sendQueue(), counters.reads(), order);
    CompletionTarget writes = new CompletionTarget(parts.sendQueue(), counters.writes(), order);
    remoteAccess = new RemoteAccess(parts.limits(), pending, chunksIn);
    oneSided = new OneSided(reads, writes, remoteAccess);
    remoteWork = new RemoteWork(parts.limits().buffers());
    atomics = new AtomicAccess(reads, writes, remoteAccess);
    atomicWork = new AtomicWork(parts.limits().buffers());
    CompletionTarget receives = new CompletionTarget(parts.receiveQueue(), counters.receives());
    receiver =
        new Receiver(
            parts.limits(), parts.reliable(), receives, parts.sources(), control, chunksIn);
    RemoteService.Parts service =
        new RemoteService.Parts(
            reach, receiver.completions, parts.sources(), control, chunksOut, chunksIn);
    RemoteService remoteService = new RemoteService(parts.limits(), service);
    AtomicService atomicService = new AtomicService(parts.limits(), service);
    arrivals =
        new Arrivals(receiver, pending, chunksIn, remoteService, atomicService, reach.refusals());
  }

  /** Takes an address on a wire; false where it is taken already. */
  public boolean attach(Wire wire, String address) {
    port = wire.open(address, this);
    return port != null;
  }

  /** The address on the wire. */
  public String address() {
    return port.address();
  }

  /** Waits until no other thread is inside. */
  public void enter() {
    if (lock != null) {
      lock.lock();
    }
  }

  /** Lets the next thread in. */
  public void exit() {
    if (lock != null) {
      lock.unlock();
    }
  }

  /** Inside: the link to a peer, or null where nobody answers to the address. */
  public Link connect(String address) {
    return port.connect(address);
  }

  /** Inside: why the last {@link #connect} found nobody: this side's error number, or 0. */
  public int connectError() {
    return port.connectError();
  }

  /** Inside: the work to fill in and to give to {@link #send}. */
  public SendWork sendWork() {
    return sendWork;
  }

  /** Inside: sends what {@link #sendWork} says; 0, or a negative error number and no trace. */
  public int send(SendWork work) {
    return transmitter.send(work);
  }

  /** Inside: the work to fill in and to give to {@link #access}. */
  public RemoteWork remoteWork() {
    return remoteWork;
  }

  /** Inside: reads or writes a peer's memory; 0, or a negative error number and no trace. */
  public int access(RemoteWork work) {
    return oneSided.access(work);
  }

  /** Inside: the work to fill in and to give to {@link #change}. */
  public AtomicWork atomicWork() {
    return atomicWork;
  }

  /** Inside: changes a peer's memory; 0, or a negative error number and no trace. */
  public int change(AtomicWork work) {
    return atomics.access(work);
  }

  /** Inside: a receive to fill in and to give to {@link #post}, or null where there is no room. */
  public PostedReceive takeReceive() {
    return receiver.take();
  }

  /** Inside: gives back a receive that is not posted after all. */
  public void putBackReceive(PostedReceive receive) {
    receiver.putBack(receive);
  }

  /** Inside: posts a receive. */
  public void post(PostedReceive receive, boolean tagged) {
    receiver.post(receive, tagged);
    if (arrivals.isStuck()) {
      advance(true); // it may be the one that frames wait for, and who sleeps would not look again
    }
  }

  /**
   * Before the first {@link #progress}: messages take from these receives.
   *
   * @param selective whether successes are reported only where the receive asks for it
   */
  public void share(SharedReceives receives, boolean selective) {
    receiver.shared = receives.join(this, selective);
  }

  /** A shared receive is posted that this endpoint may have waited for. */
  void feed() {
    receiver.kept.sharedReceivePosted();
    progress();
  }

  /** {@link #feed} later, by whoever progresses this endpoint. Any thread. */
  void nudge() {
    receiver.kept.sharedReceivePosted();
    doorbell.ring();
  }

  /** Cancels a shared receive in the name of all; 0, or a negative error number. */
  int cancelShared(long context) {
    enter();
    try {
      return closed ? -ErrorNumbers.AGAIN : receiver.shared.cancel(receiver, context);
    } finally {
      exit();
    }
  }

  /** Inside: {@code FI_PEEK}; {@code wanted} is from {@link #takeReceive}. */
  public void peek(PostedReceive wanted, boolean claim, boolean discard) {
    advance(true);
    receiver.looking().peek(wanted, claim, discard);
  }

  /** Inside: {@code FI_CLAIM}; {@code receive} is from {@link #takeReceive}. */
  public void takeClaimed(PostedReceive receive, boolean discard) {
    receiver.looking().takeClaimed(receive, discard);
  }

  /** Inside: whether {@link #close} was called. */
  public boolean isClosed() {
    return closed;
  }

  /** Inside: what {@link #progress} does at its end, or null. */
  public void afterAdvance(Runnable actionOrNull) {
    afterAdvance = actionOrNull;
  }

  /** Inside: gives up one pending operation with this context, if there is one. */
  public void cancel(long context) {
    if (!receiver.cancel(context)) {
      pending.cancel(context);
    }
  }

  /**
   * Inside: what is posted until {@link #reportAsUsual} tells this counter, if it is not null, of
   * its end; the endpoint's queues and counters only where it is {@code visible}.
   */
  public void reportTo(CompletionCounter counter, boolean visible) {
    setReport(new DeferredReport(counter, visible));
  }

  /** Inside: what is posted from now on reports to the endpoint alone. */
  public void reportAsUsual() {
    setReport(null);
  }

  private void setReport(DeferredReport report) {
    sendWork.report = report;
    remoteWork.report = report;
    atomicWork.report = report;
    receiver.reportTo(report);
  }

  /** Inside: fails what was accepted but never posted; false where there is no room now. */
  public boolean fail(boolean receive, long context, long flags, int error) {
    return receive
        ? receiver.refuse(context, flags, error)
        : transmitter.fail(context, flags, error);
  }

  /** Inside: whether everything that was posted to a peer is complete. */
  public boolean isIdle(Link link) {
    return pending.isIdle(link) && remoteAccess.isIdle(link);
  }

  /** Takes what has arrived. Any thread that the domain's threading allows. */
  public void progress() {
    progress(true);
  }

  /**
   * {@link #progress()}.
   *
   * @param all false for one who waits for an entry: with one, the rest may be left for later
   */
  public void progress(boolean all) {
    if (lock != null && !hasWork()) {
      arrivals.foundNothing();
      return; // a look is cheaper than a lock
    }
    enter();
    try {
      if (!closed) {
        advance(all);
        if (afterAdvance != null) {
          afterAdvance.run();
        }
      }
    } finally {
      exit();
    }
  }

  /** Whether {@link #progress} has anything to do. Any thread. */
  public boolean hasWork() {
    try {
      if (port.hasNews() || afterAdvance != null) {
        return true;
      }
    } catch (InternalError fault) {
      Links.blame(port, fault);
      return true;
    }
    return Links.anyFrame(port)
        || control.isOwing()
        || chunksOut.isSending()
        || receiver.kept.hasWork();
  }

  /** Inside: fails what is under way to a peer and forgets what it announced. */
  final void giveUp(Link link, int error) {
    arrivals.giveUp(link, error);
  }

  final void advance(boolean all) {
    boolean more = true;
    try {
      more = arrivals.take(port, all);
    } catch (InternalError fault) {
      Links.blame(port, fault); // what is the port's own may be gone, too
    }
    if (arrivals.isContent()) {
      return;
    }
    if (control.isOwing()) {
      control.retry();
    }
    if (chunksOut.isSending()) {
      more |= chunksOut.advance();
    }
    more |= receiver.kept.place();
    if (more) {
      doorbell.ring(); // the writers of what is left have rung already
    }
  }

  /**
   * {@link #progress} before sleeping: first asks every peer for a ring of the doorbell, and leaves
   * none behind that sleeps until there is room.
   */
  public void progressAndArm() {
    Links.arm(port);
    progress();
    if (chunksOut.isSending()) { // only now is it known: the look may have begun it
      wantRoom();
      progress();
    }
    VarHandle.fullFence(); // partner: the fence in FrameRing.wantRoom()
    Links.ringForRoom(port);
  }

  private void wantRoom() {
    enter();
    try {
      chunksOut.wantRoom();
    } finally {
      exit();
    }
  }

  /** Leaves the wire; pending operations vanish, and their buffers are free on return. */
  @Override
  public void close() {
    enter();
    try {
      if (!closed) {
        closed = true;
        pending.close();
        remoteAccess.close();
        receiver.close();
        port.close();
      }
    } finally {
      exit();
    }
  }

  @Override
  public void doorbell() {
    doorbell.ring();
  }

  @Override
  public boolean maySleep() {
    return doorbell.maySleep();
  }

  @Override
  public boolean adopt(SelectableChannel bell, Runnable silence, Runnable giveBack) {
    return doorbell.adopt(bell, silence, giveBack);
  }

  @Override
  public int refuses() {
    return reach.refusals();
  }

  @Override
  public DirectPeer direct() {
    return reach;
  }

  @Override
  public SharedMemory memory() {
    return reach.shared();
  }
}
