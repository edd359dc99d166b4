package dev.weft.nic.endpoint;

import dev.weft.completion.CompletionCounter;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.Wire;
import java.lang.invoke.VarHandle;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One endpoint of the software NIC.
 *
 * <pre>
 *   post --> Transmitter --frames--> peer          peer --frames--> Receiver --> completion
 *                 |                                                    |
 *                 +--> completion          <--acknowledgements---------+
 * </pre>
 *
 * <p>Threads {@link #enter} one at a time: by a lock, or none where the application serialises. No
 * thread enters two machines. Those of other endpoints ring the doorbell and pull payloads.
 */
public class EndpointMachine implements PortListener, AutoCloseable {
  private final ReentrantLock lock;
  private final Transmitter transmitter;
  final Receiver receiver;
  private final PendingSends pending;
  private final ControlQueue control = new ControlQueue();
  private final ChunkSender chunksOut;
  private final ChunkReceiver chunksIn = new ChunkReceiver();
  private final RmaRequester rmaRequester;
  private final FrameDispatcher dispatcher;
  private final SendWork sendWork;
  private final Doorbell doorbell;
  private final DirectRma directRma;
  private final RmaWork remoteWork;
  private final DirectAtomics atomics;
  private final AtomicWork atomicWork;
  private final DirectAccess directAccess;
  Port port;
  private volatile boolean closed;

  /** What waits until earlier operations are complete; null where nothing does. */
  private volatile Runnable afterAdvance;

  /** A machine that is not yet on a wire. */
  public EndpointMachine(MachineConfig config) {
    lock = config.threadSafe() ? new ReentrantLock() : null;
    doorbell = config.doorbell();
    MachineCounters counters = config.counters();
    CompletionOrder order = config.ordered() ? new CompletionOrder() : null;
    sendWork = new SendWork(config.limits().buffers());
    chunksOut = new ChunkSender(config.shared());
    pending = new PendingSends(config.limits(), control, chunksOut);
    CompletionReporter sends = new CompletionReporter(config.sendQueue(), counters.sends(), order);
    transmitter = new Transmitter(config.limits(), config.reliable(), sends, pending);
    directAccess = new DirectAccess(pending, config);
    CompletionReporter reads = new CompletionReporter(config.sendQueue(), counters.reads(), order);
    CompletionReporter writes =
        new CompletionReporter(config.sendQueue(), counters.writes(), order);
    rmaRequester = new RmaRequester(config.limits(), pending, chunksIn);
    directRma = new DirectRma(reads, writes, rmaRequester);
    remoteWork = new RmaWork(config.limits().buffers());
    atomics = new DirectAtomics(reads, writes, rmaRequester);
    atomicWork = new AtomicWork(config.limits().buffers());
    CompletionReporter receives =
        new CompletionReporter(config.receiveQueue(), counters.receives());
    receiver =
        new Receiver(
            config.limits(), config.reliable(), receives, config.sources(), control, chunksIn);
    RmaResponder.Parts service =
        new RmaResponder.Parts(
            directAccess, receiver.completions, config.sources(), control, chunksOut, chunksIn);
    RmaResponder rmaResponder = new RmaResponder(config.limits(), service);
    AtomicResponder atomicResponder = new AtomicResponder(config.limits(), service);
    dispatcher =
        new FrameDispatcher(
            receiver, pending, chunksIn, rmaResponder, atomicResponder, directAccess.refusals());
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
  public RmaWork remoteWork() {
    return remoteWork;
  }

  /** Inside: reads or writes a peer's memory; 0, or a negative error number and no trace. */
  public int access(RmaWork work) {
    return directRma.access(work);
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
    if (dispatcher.isStuck()) {
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
  void onSharedReceive() {
    receiver.kept.sharedReceivePosted();
    progress();
  }

  /** {@link #onSharedReceive} later, by whoever progresses this endpoint. Any thread. */
  void wake() {
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
    receiver.peekClaim().peek(wanted, claim, discard);
  }

  /** Inside: {@code FI_CLAIM}; {@code receive} is from {@link #takeReceive}. */
  public void takeClaimed(PostedReceive receive, boolean discard) {
    receiver.peekClaim().takeClaimed(receive, discard);
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
    return pending.isIdle(link) && rmaRequester.isIdle(link);
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
      dispatcher.foundNothing();
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
      LinkFaults.attributeFault(port, fault);
      return true;
    }
    return LinkFaults.anyFrame(port)
        || control.hasPending()
        || chunksOut.isSending()
        || receiver.kept.hasWork();
  }

  /** Inside: fails what is under way to a peer and forgets what it announced. */
  final void giveUp(Link link, int error) {
    dispatcher.giveUp(link, error);
  }

  final void advance(boolean all) {
    boolean more = true;
    try {
      more = dispatcher.take(port, all);
    } catch (InternalError fault) {
      LinkFaults.attributeFault(port, fault); // what is the port's own may be gone, too
    }
    if (dispatcher.isSatisfied()) {
      return;
    }
    if (control.hasPending()) {
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
    LinkFaults.arm(port);
    progress();
    if (chunksOut.isSending()) { // only now is it known: the look may have begun it
      wantRoom();
      progress();
    }
    VarHandle.fullFence(); // partner: the fence in FrameRing.wantRoom()
    LinkFaults.ringForRoom(port);
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
        rmaRequester.close();
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
  public boolean offerWakeChannel(SelectableChannel bell, Runnable silence, Runnable giveBack) {
    return doorbell.offerWakeChannel(bell, silence, giveBack);
  }

  @Override
  public int refuses() {
    return directAccess.refusals();
  }

  @Override
  public DirectPeer direct() {
    return directAccess;
  }

  @Override
  public SharedMemory memory() {
    return directAccess.shared();
  }
}
