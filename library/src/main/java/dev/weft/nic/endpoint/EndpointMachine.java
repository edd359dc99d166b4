package dev.weft.nic.endpoint;

import dev.weft.completion.CompletionCounter;
import dev.weft.nic.matching.PostedReceive;
import dev.weft.nic.matching.Receiver;
import dev.weft.nic.matching.SharedReceives;
import dev.weft.nic.message.ControlQueue;
import dev.weft.nic.message.Doorbell;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.Failures;
import dev.weft.nic.message.MachineConfig;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.nic.report.DeferredReport;
import dev.weft.nic.rma.AtomicResponder;
import dev.weft.nic.rma.DirectAccess;
import dev.weft.nic.rma.RmaRequester;
import dev.weft.nic.rma.RmaResponder;
import dev.weft.nic.transfer.ChunkReceiver;
import dev.weft.nic.transfer.ChunkSender;
import dev.weft.nic.transfer.PendingSends;
import dev.weft.wait.PendingBitLock;
import dev.weft.wait.PollOrder;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.LayoutVersion;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.Wire;
import java.lang.invoke.VarHandle;

/**
 * The protocol engine of one endpoint: posts operations, takes frames, and reports completions.
 *
 * <pre>
 *   post --> Initiator ----frames---> peer          peer --frames--> Receiver --> completion
 *                 |                                                    |
 *                 +--> completion          <--acknowledgements---------+
 * </pre>
 *
 * <p>Callers hold the lock, from {@link #enter} to {@link #exit}, unless a method says otherwise;
 * there is none if the application serialises. No thread enters two machines: threads of other
 * endpoints ring the doorbell and pull payloads.
 */
public class EndpointMachine implements SharedReceives.Member, AutoCloseable {
  private final PendingBitLock lock;
  final Receiver receiver;
  private final PendingSends pending;
  private final ControlQueue control = new ControlQueue();
  private final ChunkSender chunksOut;
  private final ChunkReceiver chunksIn = new ChunkReceiver();
  private final RmaRequester rmaRequester;
  private final FrameDispatcher dispatcher;
  private final Initiator initiator;
  final Doorbell doorbell;
  final PortListener listener;
  private PeerBoundReceives peerBoundReceives;
  Port port;
  private volatile boolean closed;

  /** Starts what waits for earlier operations; null if nothing waits. */
  private volatile Runnable afterAdvance;

  /** Creates a machine that is not yet attached to a wire. */
  public EndpointMachine(MachineConfig config) {
    lock = config.threadSafe() ? new PendingBitLock() : null;
    doorbell = config.doorbell();
    chunksOut = new ChunkSender(config.shared());
    pending = new PendingSends(config.limits(), control, chunksOut);
    DirectAccess directAccess = new DirectAccess(pending, config);
    listener = new EndpointPortListener(doorbell, directAccess, config.incarnation());
    rmaRequester = new RmaRequester(config.limits(), pending, chunksIn);
    initiator =
        new Initiator(config, pending, rmaRequester, () -> unreachable(ErrorNumbers.UNREACHABLE));
    CompletionReporter receives =
        new CompletionReporter(config.receiveQueue(), config.counters().receives());
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

  /** Claims an address on a wire, without the lock; false if it is in use. */
  public boolean attach(Wire wire, String address) {
    peerBoundReceives = new PeerBoundReceives(this);
    port = wire.open(address, listener);
    return port != null;
  }

  /** The address on the wire. */
  public String address() {
    return port.address();
  }

  /** Acquires the lock. */
  public void enter() {
    if (lock != null) {
      lock.enter();
    }
  }

  /** Releases the lock. */
  public void exit() {
    if (lock != null) {
      lock.release();
    }
  }

  /** {@link Port#ringsInProcess}. */
  public boolean isRungInProcess() {
    return port.ringsInProcess();
  }

  /**
   * The link to a peer, or null if no endpoint has the address. If there is one, ends the links of
   * peers that have left, which a reader that always finds an entry would not do.
   */
  public Link connect(String address) {
    Link link = port.connect(address);
    if (link == null) {
      return null;
    }
    endLinksBut(link);
    return link.isClosed() ? null : link; // nothing would end operations of a link that was ended
  }

  /**
   * Not for new links alone, whose datagrams would be lost for lack of a receive. Not with the link
   * in question: its end is told to what is posted now.
   */
  private void endLinksBut(Link wanted) {
    try {
      if (port.hasLinkChanges() && !wanted.isClosed() && port.hasEndedLink()) {
        advance(true);
      }
      DeferredMmapFault.checkFault();
    } catch (InternalError fault) {
      LinkFaults.attributeFault(port, fault);
    }
  }

  /** Why the last {@link #connect} returned null: this side's error number, or 0. */
  public int connectError() {
    int error = port.connectError();
    return LayoutVersion.isError(error) ? 0 : error;
  }

  /** Why the last {@link #connect} found no peer, as {@link Failures#of} knows it. */
  int unreachable(int ifAbsent) {
    int error = port.connectError();
    return LayoutVersion.isError(error) ? error : ifAbsent;
  }

  /** Posts sends, reads, writes and atomic operations. */
  public Initiator initiator() {
    return initiator;
  }

  /** A receive to fill in and to pass to {@link #post}, or null if there is no room. */
  public PostedReceive takeReceive() {
    return receiver.take();
  }

  /** Returns a receive that was not posted. */
  public void putBackReceive(PostedReceive receive) {
    receiver.putBack(receive);
  }

  /** Posts a receive. */
  public void post(PostedReceive receive, boolean tagged) {
    receiver.post(receive, tagged);
    if (dispatcher.isStuck()) {
      advance(true); // frames may wait for it, and a sleeping thread would not poll again
    }
  }

  /** Posts receives that end when their peer leaves; null for connected endpoints. */
  public PeerBoundReceives peerBoundReceives() {
    return peerBoundReceives;
  }

  /**
   * Sets the shared receives, without the lock. Called before the first {@link #progress}.
   *
   * @param selective whether a success is reported only if its receive requests it
   */
  public void share(SharedReceives receives, boolean selective) {
    receiver.shared = receives.join(this, selective);
  }

  @Override
  public void onSharedReceive() {
    receiver.kept.sharedReceivePosted();
    progress();
  }

  @Override
  public void wake() {
    receiver.kept.sharedReceivePosted();
    doorbell.ring();
  }

  @Override
  public int cancelShared(long context) {
    enter();
    try {
      return closed ? -ErrorNumbers.AGAIN : receiver.shared.cancel(receiver, context);
    } finally {
      exit();
    }
  }

  /** {@code FI_PEEK}; {@code wanted} is from {@link #takeReceive}. */
  public void peek(PostedReceive wanted, boolean claim, boolean discard) {
    advance(true);
    receiver.peekClaim().peek(wanted, claim, discard);
  }

  /** {@code FI_CLAIM}; {@code receive} is from {@link #takeReceive}. */
  public void takeClaimed(PostedReceive receive, boolean discard) {
    receiver.peekClaim().takeClaimed(receive, discard);
  }

  /** Whether {@link #close} was called. */
  public boolean isClosed() {
    return closed;
  }

  /** Sets what {@link #progress} runs at its end, or null. */
  public void afterAdvance(Runnable actionOrNull) {
    afterAdvance = actionOrNull;
  }

  /** Cancels one pending operation with this context, if there is one. */
  public void cancel(long context) {
    if (!receiver.cancel(context)) {
      pending.cancel(context);
    }
  }

  /**
   * Operations posted until {@link #reportAsUsual} report to this counter, if it is not null, and
   * to the endpoint's queues and counters only if {@code visible}.
   */
  public void reportTo(CompletionCounter counter, boolean visible) {
    setReport(new DeferredReport(counter, visible));
  }

  /** Operations posted from now on report to the endpoint alone. */
  public void reportAsUsual() {
    setReport(null);
  }

  private void setReport(DeferredReport report) {
    initiator.reportTo(report);
    receiver.reportTo(report);
  }

  /** Fails an operation that was accepted but never posted; false if there is no room now. */
  public boolean fail(boolean receive, long context, long flags, int error) {
    return receive ? receiver.refuse(context, flags, error) : initiator.fail(context, flags, error);
  }

  /** Whether all operations to a peer are complete. */
  public boolean isIdle(Link link) {
    return pending.isIdle(link) && rmaRequester.isIdle(link);
  }

  /** Whether a message could arrive before an access of the peer's memory posted earlier. */
  public boolean couldMessageOvertake(Link link) {
    return pending.hasUnsentWrite(link) || !rmaRequester.isIdle(link);
  }

  /** Whether an access could reach the peer's memory before one posted earlier. */
  public boolean couldAccessOvertake(Link link) {
    return pending.isWriting(link) || !rmaRequester.isIdle(link);
  }

  /** Takes the frames that have arrived. Any thread that the domain's threading allows. */
  public void progress() {
    progress(true);
  }

  /**
   * {@link #progress()}.
   *
   * @param all false in wait mode: returns after the first delivery, and leaves the rest for later
   * @return whether frames were found
   */
  public boolean progress(boolean all) {
    boolean looks = all || (lock != null && PollOrder.isWhole(port.links().length));
    if (looks && !hasWork()) {
      dispatcher.foundNothing();
      return false; // looking is cheaper than locking
    }
    enter();
    try {
      if (!closed) {
        advance(all);
        if (afterAdvance != null) {
          afterAdvance.run();
        }
      }
      return !closed && dispatcher.hasFound();
    } finally {
      exit();
    }
  }

  /** Whether {@link #progress} has anything to do. Any thread. */
  public boolean hasWork() {
    try {
      if (port.hasLinkChanges() || afterAdvance != null) {
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

  /** Fails all operations to a peer and drops its announcements. */
  final void failAll(Link link, int error) {
    dispatcher.failAll(link, error);
  }

  final void advance(boolean all) {
    boolean more = true;
    try {
      more = dispatcher.take(port, all);
    } catch (InternalError fault) {
      LinkFaults.attributeFault(port, fault); // the port's own memory may be gone, too
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
    more |= receiver.kept.deliver();
    if (more) {
      doorbell.ring(); // the writers of the remaining frames have rung already
    }
  }

  /** {@link #progress} before sleeping: first arms all doorbells, then wakes peers without room. */
  public void progressAndArm() {
    LinkFaults.arm(port);
    progress();
    if (chunksOut.isSending() || afterAdvance != null) { // perhaps since the first progress
      wantRoom();
      progress();
    }
    VarHandle.fullFence(); // partner: the fence in FrameRing.wantRoom()
    LinkFaults.ringForRoom(port);
  }

  /** Asks all peers for a doorbell once they have freed room. */
  public void wantRoom() {
    enter();
    try {
      if (!closed) {
        LinkFaults.wantRoom(port);
      }
    } finally {
      exit();
    }
  }

  /** Takes the lock, detaches, drops pending operations; their buffers are free on return. */
  @Override
  public void close() {
    enter();
    try {
      if (!closed) {
        closed = true;
        port.close(); // first: a peer that finds a message withdrawn sees that its link is closed
        pending.close();
        rmaRequester.close();
        receiver.close();
      }
    } finally {
      exit();
    }
  }
}
