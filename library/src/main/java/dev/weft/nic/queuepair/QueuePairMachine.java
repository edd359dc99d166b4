package dev.weft.nic.queuepair;

import dev.weft.completion.WorkCompletionSource;
import dev.weft.wire.Link;

/**
 * One queue pair, without words: its states, its two work queues, and its port on the wire.
 *
 * <p>Whoever posts, polls, rings or times is inside ({@link #enter}, {@link #exit}), one thread at
 * a time; {@link QueuePairProgress} says how.
 */
public final class QueuePairMachine implements WorkCompletionSource, AutoCloseable {

  private final QueuePairConfig parts;
  private final QueuePairProgress progress;
  final RetryTimer retryTimer;
  private final Runnable barrier;
  final BufferTable memory;
  private final SendQueue sends;
  final ReceiveQueue receives;
  final SendProtocol sender;
  final ReceiveProtocol receiver;
  private final Requester requester;
  private final InProcessPath inProcessPath;
  private final WorkRequestPoster poster;
  final Attributes attributes = new Attributes();
  private volatile int state = States.RESET;
  final EventReports reports;
  private volatile boolean closed;

  private QueuePairMachine(QueuePairConfig parts) {
    this.parts = parts;
    reports = new EventReports(parts.events());
    memory = new BufferTable(parts.table(), parts.domain());
    Rendezvous rendezvous = Rendezvous.of(this, parts);
    sends = rendezvous == null ? SendQueue.of(parts) : rendezvous.sends();
    receives = rendezvous == null ? ReceiveQueue.of(this, parts) : rendezvous.receives();
    Protocols protocols = Protocols.of(this, parts.type(), sends, parts.reliableDomain());
    requester = protocols.requester();
    sender = rendezvous == null ? protocols.sender() : rendezvous.over(requester);
    receiver = protocols.receiver();
    CombiningLock lock =
        parts.reliableDomain() == null ? new CombiningLock() : parts.reliableDomain().lock;
    progress = new QueuePairProgress(this, parts.addresses(), requester != null, lock);
    inProcessPath = new InProcessPath(this, requester, receiver, new RequestView(sends, memory));
    barrier = progress::pass;
    retryTimer = new RetryTimer(this, requester, progress);
    poster = new WorkRequestPoster(this, sends, receives, parts);
  }

  /** A queue pair in RESET, or null where another one has its number. */
  public static QueuePairMachine open(QueuePairConfig parts) {
    QueuePairMachine machine = new QueuePairMachine(parts);
    if (!machine.progress.open(parts.number())) {
      return null;
    }
    parts.table().join(machine.barrier);
    if (parts.reliableDomain() != null) {
      parts.reliableDomain().join(machine);
    }
    parts.sendSink().attach(machine);
    machine.receives.attach(machine);
    return machine;
  }

  /** Waits until no other thread is inside. */
  public void enter() {
    progress.enter();
  }

  /** Lets the next thread in, and rings the peers for whom there is something. */
  public void exit() {
    progress.exit();
  }

  @Override
  public void progress() {
    progress.poll();
    if (parts.type() == TransportType.RELIABLE_DATAGRAM) {
      parts.reliableDomain().progress();
    }
  }

  @Override
  public void progressAndArm() {
    progress.pollAndArm();
    if (parts.type() == TransportType.RELIABLE_DATAGRAM) {
      parts.reliableDomain().progressAndArm();
    }
  }

  /** {@code qp_num}. */
  public int number() {
    return parts.number();
  }

  /** Which service it gives. */
  public TransportType type() {
    return parts.type();
  }

  /** {@code qp_state}, a number of {@link States}. Any thread. */
  public int state() {
    return state;
  }

  ProtectionTable table() {
    return parts.table();
  }

  int domain() {
    return parts.domain();
  }

  /** Inside: requests are given to it. */
  public WorkRequestPoster poster() {
    return poster;
  }

  /** Inside: what was posted, or has become possible, is done. */
  void pump() {
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
      case States.SEND_QUEUE_ERROR -> requireTold(sender.flush(WcStatus.FLUSHED));
      case States.ERROR -> requireTold(flush(WcStatus.FLUSHED));
      default -> {}
    }
  }

  // States

  /**
   * {@code ibv_modify_qp(3)}.
   *
   * @return 0, or an error number, and then nothing has changed
   */
  public int modify(Attributes wanted, int mask) {
    enter();
    try {
      int to = (mask & Attributes.STATE) != 0 ? wanted.state : state;
      boolean sound =
          States.allows(parts.type(), state, to, mask)
              && AttributeRanges.allow(wanted, mask)
              && ((mask & Attributes.CURRENT_STATE) == 0 || wanted.currentState == state);
      if (!sound || closed) {
        return PostError.INVALID;
      }
      attributes.takeFrom(wanted, mask);
      progress.peers().connectTo(attributes);
      move(to);
      return 0;
    } finally {
      exit();
    }
  }

  /** Copies what is known, the state included. */
  public void query(Attributes to) {
    enter();
    try {
      attributes.state = state;
      attributes.copyTo(to);
      to.draining = state == States.SEND_QUEUE_DRAINED && !sender.isDrained();
    } finally {
      exit();
    }
  }

  private void move(int to) {
    int from = state;
    if (to == States.ERROR) {
      enterError(WcStatus.FLUSHED);
      return;
    }
    if (to == States.READY_TO_RECEIVE) {
      progress.drop(); // of an earlier connection
    }
    if (state != from) {
      return; // it was no frame of a peer
    }
    state = to;
    switch (to) {
      case States.RESET -> reset();
      case States.READY_TO_RECEIVE -> receiver.start(attributes.receiveNumber);
      case States.READY_TO_SEND -> startSending(from);
      case States.SEND_QUEUE_DRAINED -> {
        if (from != to) {
          sender.drain();
          reports.draining(attributes.drainNotification);
        }
        noteDrained();
      }
      default -> {}
    }
  }

  private void startSending(int from) {
    if (from == States.READY_TO_RECEIVE) {
      sender.start(attributes.sendNumber);
    }
    reports.revived();
    if (sender.isDraining()) {
      sender.resume();
    }
    pump();
  }

  private void reset() {
    sender.clear();
    receiver.clear();
    sends.discardCompletions();
    receives.discardCompletions();
    retryTimer.cancel();
    reports.clear();
  }

  /** A request ended; if it was the last that a draining send queue waits for, that is told. */
  void noteDrained() {
    if (state == States.SEND_QUEUE_DRAINED && sender.isDrained()) {
      reports.drained();
    }
  }

  // The end

  /** The oldest send request failed: it ends with this status, and those after it are flushed. */
  void fail(int status) {
    if (parts.type() == TransportType.END_TO_END && !EndToEndSender.isFatal(status)) {
      sender.flush(status);
    } else if (parts.type().isReliable()) {
      enterError(status);
    } else if (state != States.ERROR) {
      state = States.SEND_QUEUE_ERROR;
      requireTold(sender.flush(status));
    }
  }

  /** Flushes everything; the oldest send request, if there is one, ends with this status. */
  void enterError(int culprit) {
    if (state == States.ERROR) {
      return;
    }
    state = States.ERROR;
    retryTimer.cancel();
    boolean told = flush(culprit);
    if (parts.type() == TransportType.END_TO_END) {
      receiver.clear();
    }
    if (receives.isShared()) {
      happened(TransportEvents.QP_LAST_WQE_REACHED);
    }
    requireTold(told);
  }

  private boolean flush(int culprit) {
    boolean told = sender.flush(culprit);
    return receives.flush() && told;
  }

  private void requireTold(boolean told) {
    if (!told) {
      reports.fatal();
    }
  }

  /** A completion was lost. */
  void overrun() {
    if (state != States.ERROR) {
      reports.fatal();
      enterError(WcStatus.FLUSHED);
    }
  }

  void happened(int event) {
    reports.happened(event);
  }

  @Override
  public void close() {
    enter();
    try {
      if (closed) {
        return;
      }
      closed = true;
      if (parts.reliableDomain() != null) {
        parts.reliableDomain().leave(this);
      }
      state = States.RESET;
      reset();
    } finally {
      exit();
    }
    progress.close();
    parts.table().leave(barrier);
    parts.sendSink().detach(this);
    receives.detach(this);
  }

  // Peers

  /** Whoever can be reached. */
  PeerLinks peers() {
    return progress.peers();
  }

  /** What is done without frames. */
  InProcessPath inProcessPath() {
    return inProcessPath;
  }

  /** {@link #exit} rings this peer. */
  void ringLater(Link link) {
    progress.ringLater(link);
  }

  /** Whether requests may be under way. */
  boolean canSend() {
    return !closed && (state == States.READY_TO_SEND || state == States.SEND_QUEUE_DRAINED);
  }

  // What peers write

  boolean isClosed() {
    return closed;
  }

  /** Takes a frame; false where no peer may write it. */
  boolean accept(IncomingFrame frame) {
    boolean request = frame.kind() <= PacketFormat.LAST_REQUEST || requester == null;
    if (!request) {
      return !canSend() || requester.accept(frame);
    }
    if (!canReceive()) {
      return true;
    }
    onRequest();
    return receiver.accept(frame);
  }

  /** Whether anybody is there to hear a request. */
  boolean canReceive() {
    return state >= States.READY_TO_RECEIVE && state != States.ERROR;
  }

  /** A request has come. */
  void onRequest() {
    if (state == States.READY_TO_RECEIVE) {
      reports.established();
    }
  }

  /** After a turn of taking frames. */
  void taken() {
    if (receiver.hasPending()) {
      Link link = progress.peers().peer();
      if (link != null && !inProcessPath.acknowledge(link) && receiver.answer(link)) {
        progress.ringLater(link);
      }
    }
    pump();
  }

  /** The responder has refused what the peer sent. */
  void refused() {
    if (receiver instanceof EndToEndReceiver context) {
      context.refused();
    } else {
      enterError(WcStatus.FLUSHED);
    }
  }

  /** The peer of a connected one wrote what no peer may. */
  void protocolViolation() {
    if (requester != null) {
      broken();
    }
  }

  /** This cannot go on. */
  void broken() {
    reports.fatal();
    enterError(WcStatus.FATAL);
  }
}
