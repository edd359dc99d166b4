package dev.weft.nic.queuepair;

import dev.weft.completion.work.WorkCompletionSource;
import dev.weft.nic.packet.AttributeRanges;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.PostError;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.responder.ReceiveProtocol;
import dev.weft.nic.responder.Rendezvous;
import dev.weft.nic.sharedmemory.DirectAdmission;
import dev.weft.nic.sharedmemory.LocatedSends;
import dev.weft.nic.sharedmemory.SharedMemoryPath;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.RequestView;
import dev.weft.nic.workqueue.SendQueue;
import dev.weft.wire.Link;

/**
 * One queue pair: its states, its two work queues and its port on the wire.
 *
 * <p>One thread at a time processes: the holder of its lock ({@link #enter}, {@link #exit}). A
 * thread that posts, polls, rings or runs the timer and finds it held sets its pending bit; see
 * {@link QueuePairProgress}.
 */
public final class QueuePairMachine extends LocalQueuePair
    implements WorkCompletionSource, AutoCloseable {

  private final QueuePairConfig parts;
  private final QueuePairProgress progress;
  public final RetryTimer retryTimer;
  final HeadOfQueueLimit headOfQueue;
  private final Runnable barrier;
  public final BufferTable memory;
  private final SendQueue sends;
  public final ReceiveQueue receives;
  public final SendProtocol sender;
  public final ReceiveProtocol receiver;
  private final Requester requester;

  /** The direct path to peers in this process. */
  final InProcessPath inProcessPath;

  /** The direct path to memory of other processes. */
  final SharedMemoryPath sharedMemoryPath;

  private final DirectAdmission admission;

  /** Sends without their data, to peers that map it. */
  final LocatedSends locatedSends;

  private final StateTransitions transitions;
  private final WorkRequestPoster poster;
  volatile int state = States.RESET;
  final EventReports reports;
  private volatile boolean closed;

  private QueuePairMachine(QueuePairConfig parts) {
    super(parts.number(), parts.type(), parts.domain(), parts.table());
    this.parts = parts;
    reports = new EventReports(parts.events());
    memory = new BufferTable(parts.table(), parts.domain());
    Rendezvous rendezvous = Rendezvous.of(this, parts.shared(), parts.receiveSink());
    sends = rendezvous == null ? parts.newSendQueue() : rendezvous.sends();
    receives = rendezvous == null ? parts.newReceiveQueue(this) : rendezvous.receives();
    admission = new DirectAdmission(this, receives);
    locatedSends = new LocatedSends(this, admission, parts.memory());
    Protocols protocols = Protocols.of(this, parts.type(), sends, parts.group());
    requester = protocols.requester();
    sender = rendezvous == null ? protocols.sender() : new RendezvousSender(rendezvous, requester);
    receiver = protocols.receiver();
    CombiningLock lock = parts.group() == null ? new CombiningLock() : parts.group().lock;
    progress = new QueuePairProgress(this, parts, requester, sends, lock);
    RequestView view = new RequestView(sends, memory);
    inProcessPath = new InProcessPath(this, progress.self(), requester, receiver, view);
    sharedMemoryPath = new SharedMemoryPath(this, admission, new RequestView(sends, memory));
    transitions = new StateTransitions(this, progress, sends, admission);
    barrier = this::endAccess;
    retryTimer = new RetryTimer(this, requester, progress);
    headOfQueue = new HeadOfQueueLimit(progress);
    poster = new WorkRequestPoster(this, progress, sends, receives, parts);
  }

  /** Opens a queue pair in RESET; null if its number is in use. */
  public static QueuePairMachine open(QueuePairConfig parts) {
    QueuePairMachine machine = new QueuePairMachine(parts);
    if (!machine.progress.open(parts.number())) {
      return null;
    }
    parts.table().join(machine.barrier);
    if (parts.group() != null) {
      parts.group().join(machine);
    }
    parts.sendSink().attach(machine);
    machine.receives.attach(machine);
    return machine;
  }

  /** Acquires the lock. Spins while another thread holds it. */
  public void enter() {
    progress.enter();
  }

  /** Releases the lock and rings the peers that have new frames. */
  public void exit() {
    progress.exit();
  }

  @Override
  public boolean progress() {
    return progress.poll();
  }

  @Override
  public void progressAndArm() {
    progress.pollAndArm();
  }

  /** {@code qp_state}, a number of {@link States}. Any thread. */
  public int state() {
    return state;
  }

  /** Posts work requests. */
  public WorkRequestPoster poster() {
    return poster;
  }

  /** Sends requests that can be sent now. Caller holds the lock. */
  public void pump() {
    try {
      pumpByState();
      progress.checkFault();
    } catch (InternalError noSuchPage) {
      progress.attributeFault(noSuchPage);
    }
  }

  private void pumpByState() {
    switch (state) {
      case States.READY_TO_SEND, States.SEND_QUEUE_DRAINED -> {
        sender.pump();
        retryTimer.watch();
      }
      case States.SEND_QUEUE_ERROR -> reports.lostUnless(sender.flush(WcStatus.FLUSHED));
      case States.ERROR -> reports.lostUnless(transitions.flush(WcStatus.FLUSHED));
      default -> {}
    }
  }

  /** Reads all frames on this thread, even if another one holds the lock and would do it later. */
  private void serve() {
    enter();
    try {
      progressAndArm();
    } finally {
      exit();
    }
  }

  /**
   * {@code ibv_modify_qp(3)}.
   *
   * @return 0, or an error number, and nothing has changed
   */
  public int modify(Attributes wanted, int mask) {
    boolean accessEnded = false;
    boolean ends = (mask & Attributes.STATE) != 0 && wanted.state == States.ERROR;
    if (ends || state == States.SEND_QUEUE_DRAINED) {
      serve(); // what is acknowledged is not flushed, and is under way no more
    }
    poster.excludePosters();
    enter();
    try {
      int to = (mask & Attributes.STATE) != 0 ? wanted.state : state;
      if (closed
          || !AttributeRanges.allow(parts.type(), state, wanted, mask)
          || (isDraining() && States.awaitsDraining(to))) {
        return PostError.INVALID;
      }
      attributes.takeFrom(wanted, mask);
      progress.peers().connectTo(attributes);
      transitions.enter(to);
      admission.update();
      accessEnded = admission.takeEnded();
      return 0;
    } finally {
      exit();
      poster.admitPosters();
      if (accessEnded) {
        progress.awaitNoAccess();
      }
    }
  }

  /** Copies all current attributes, including the state. */
  public void query(Attributes to) {
    enter();
    try {
      attributes.state = state;
      attributes.copyTo(to);
      to.draining = isDraining();
    } finally {
      exit();
    }
  }

  /** {@code sq_draining}. Caller holds the lock. */
  private boolean isDraining() {
    return state == States.SEND_QUEUE_DRAINED && !sender.isDrained();
  }

  /** Raises the drain event if the last request of a draining send queue has ended. */
  public void noteDrained() {
    transitions.noteDrained();
  }

  @Override
  public void fail(int status) {
    transitions.fail(status);
  }

  @Override
  public void enterError(int culprit) {
    transitions.enterError(culprit);
  }

  @Override
  public void overrun() {
    if (state != States.ERROR) {
      reports.fatal();
      enterError(WcStatus.FLUSHED);
    }
  }

  @Override
  public void happened(int event) {
    reports.happened(event);
  }

  @Override
  public void fatal() {
    reports.fatal();
  }

  @Override
  public void close() {
    poster.excludePosters();
    enter();
    try {
      if (closed) {
        return;
      }
      closed = true;
      if (parts.group() != null) {
        parts.group().leave(this);
      }
      state = States.RESET;
      transitions.reset();
      admission.update();
    } finally {
      exit();
      poster.admitPosters();
    }
    progress.close();
    parts.table().leave(barrier);
    parts.sendSink().detach(this);
    receives.detach(this);
  }

  public PeerLinks peers() {
    return progress.peers();
  }

  @Override
  public Link peer() {
    return progress.peers().peer();
  }

  @Override
  public void admit(long word) {
    progress.admit(word);
  }

  /** Has {@link #exit} ring this peer. */
  public void ringLater(Link link) {
    progress.ringLater(link);
  }

  @Override
  public boolean canSend() {
    return !closed && (state == States.READY_TO_SEND || state == States.SEND_QUEUE_DRAINED);
  }

  public boolean isClosed() {
    return closed;
  }

  @Override
  public void connected() {
    admission.connected();
  }

  /** Ends accesses to memory that is removed: this side's, and the peer's by place. */
  private void endAccess() {
    enter();
    try {
      locatedSends.withdraw(sends, memory);
    } finally {
      exit();
    }
  }

  @Override
  public boolean canReceive() {
    return state >= States.READY_TO_RECEIVE && state != States.ERROR;
  }

  /** Called for each incoming request. */
  void onRequest() {
    if (state == States.READY_TO_RECEIVE) {
      reports.established();
    }
  }

  /** Writes pending responses and sends requests, after frames were processed. */
  public void taken() {
    if (receiver.hasPending()) {
      Link link = progress.peers().peer();
      if (link != null && !inProcessPath.acknowledge(link) && receiver.answer(link)) {
        progress.ringLater(link);
      }
    }
    progress.giveBack();
    pump();
  }

  @Override
  public void refused() {
    if (!receiver.refused()) {
      enterError(WcStatus.FLUSHED);
    }
  }

  /** Enters the error state if a connected peer violated the protocol. */
  void protocolViolation() {
    if (requester != null) {
      broken();
    }
  }

  /** Enters the error state after a fatal failure. */
  void broken() {
    reports.fatal();
    enterError(WcStatus.FATAL);
  }
}
