package dev.weft.nic.responder;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.FrameOutcome;
import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.sharedmemory.PlacedSends;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.RequestView;
import dev.weft.wire.Link;

/**
 * The responder of a connected queue pair. It executes requests in the order of their numbers,
 * writes messages to receives and remote operations to memory, and queues responses.
 *
 * <p>A request with a number below the expected one is a duplicate, because its response was lost;
 * the response is repeated. A number above it means that a request was lost: the responder sends
 * one NAK and drops everything until the expected number comes. An unreliable peer gets no NAK; a
 * message of several frames is dropped at the first frame that does not fit.
 *
 * <p>The caller holds the machine's lock.
 */
public final class Responder implements ReceiveProtocol {
  private final LocalQueuePair queuePair;
  private final TaggedReceives tagged;
  private final RemoteAccess remote;
  private final InProcessRequests inProcess;
  private final PlacedSends placedSends;
  private final boolean reliable;
  private final IncomingMessage message = new IncomingMessage();
  public final ResponseQueue responses;

  /** Owner of the messages; changes with each message of an end-to-end context. */
  private LocalQueuePair owner;

  private ReceiveQueue receives;
  private BufferTable memory;
  private int expected;

  /** Drops everything until the expected number comes. */
  private boolean dropping;

  public Responder(
      LocalQueuePair queuePair,
      ReceiveQueue receives,
      BufferTable memory,
      PlacedSends placedSends,
      boolean reliable) {
    this.queuePair = queuePair;
    this.tagged = receives instanceof TaggedReceives matching ? matching : null;
    this.placedSends = placedSends;
    this.reliable = reliable;
    this.responses = new ResponseQueue(queuePair);
    this.remote = new RemoteAccess(queuePair, responses);
    this.inProcess = new InProcessRequests(queuePair, receives, memory, remote);
    aim(queuePair, receives, memory);
  }

  /** Sets the queue pair of the following messages. */
  public void aim(LocalQueuePair at, ReceiveQueue receiving, BufferTable buffers) {
    owner = at;
    receives = receiving;
    memory = buffers;
    remote.aim(at);
  }

  /** The number of the next or the current message. */
  public int expected() {
    return expected;
  }

  /** Whether a part of a message has arrived. */
  public boolean isUnderWay() {
    return message.isUnderWay();
  }

  /** Drops the current message; the caller ends its receive. */
  public void drop() {
    message.clear();
    receives.clear();
  }

  /** Cancels the current message; its receive, if it has one, completes with this status. */
  public void abort(int status) {
    message.clear();
    if (receives.isHolding()) {
      receives.describe(Operation.RECEIVED, status);
      if (!receives.complete()) {
        owner.overrun();
      }
    }
  }

  @Override
  public void start(int number) {
    expected = number;
  }

  @Override
  public void clear() {
    dropping = false;
    message.clear();
    responses.clear();
    remote.clear();
    receives.clear();
  }

  /** Processes a request, or drops one of another transport; false for a protocol violation. */
  @Override
  public boolean accept(IncomingFrame frame) {
    if (frame.has(PacketFormat.UNRELIABLE) == reliable) {
      return true;
    }
    if (frame.kind() > (reliable ? PacketFormat.LAST_REQUEST : PacketFormat.WRITE)) {
      return false;
    }
    int number = frame.number();
    boolean first = frame.has(PacketFormat.FIRST);
    int distance = SequenceNumbers.distance(number, expected);
    if (!reliable && first && (distance != 0 || message.isUnderWay())) {
      giveUp();
      expected = number;
      distance = 0;
    }
    if (distance < 0) {
      return !reliable || again(frame);
    }
    if (distance > 0 || (!first && !message.isContinuedBy(frame))) {
      lost();
      return true;
    }
    dropping = false;
    queuePair.connected();
    return (!first || message.mayBeginAs(frame)) && take(frame);
  }

  @Override
  public boolean takeDirectly(RequestView request, int number) {
    boolean inOrder = reliable && number == expected && !message.isUnderWay() && !dropping;
    boolean done = inOrder && !responses.hasPending() && inProcess.execute(request);
    expected = done ? SequenceNumbers.next(expected) : expected;
    return done;
  }

  private void lost() {
    if (reliable && !dropping) {
      responses.refuse(PacketFormat.NAK, expected, PacketFormat.NAK_SEQUENCE);
    }
    dropping = true;
  }

  private boolean again(IncomingFrame frame) {
    switch (frame.kind()) {
      case PacketFormat.READ -> {
        responses.restartAt(frame.number());
        remote.read(frame, true);
      }
      case PacketFormat.COMPARE_AND_SWAP, PacketFormat.FETCH_AND_ADD -> {
        responses.restartAt(frame.number());
        remote.answerAgain(frame.number());
      }
      default -> responses.acknowledge(SequenceNumbers.before(expected));
    }
    return true;
  }

  private boolean take(IncomingFrame frame) {
    int outcome =
        switch (frame.kind()) {
          case PacketFormat.SEND -> tagged == null ? send(frame) : sendTagged(frame);
          case PacketFormat.WRITE -> write(frame);
          default -> frame.isWhole() ? remote.access(frame) : FrameOutcome.MALFORMED;
        };
    switch (outcome) {
      case FrameOutcome.PART_TAKEN, FrameOutcome.NOT_READY -> {}
      case FrameOutcome.TAKEN -> {
        expected = SequenceNumbers.next(expected);
        int kind = frame.kind();
        if (reliable && (kind <= PacketFormat.WRITE || kind >= PacketFormat.ATOMIC_WRITE)) {
          responses.acknowledge(frame.number());
        }
      }
      case FrameOutcome.MALFORMED -> {
        return false;
      }
      default -> refuse(frame, outcome);
    }
    return true;
  }

  private void refuse(IncomingFrame frame, int code) {
    boolean immediate = frame.kind() == PacketFormat.WRITE && frame.has(PacketFormat.HAS_IMMEDIATE);
    boolean held = reliable && immediate && receives.hold();
    fail(code, held ? WcStatus.LOCAL_ACCESS : WcStatus.SUCCESS, code == PacketFormat.NAK_ACCESS);
  }

  /** Sends a NAK if reliable, completes the current receive and enters the error state. */
  private void fail(int code, int receiveStatus, boolean access) {
    message.clear();
    if (receiveStatus != WcStatus.SUCCESS && receives.isHolding()) {
      abort(receiveStatus);
    } else if (!reliable) {
      expected = SequenceNumbers.next(expected);
      return; // the message is lost
    }
    if (reliable) {
      responses.refuse(PacketFormat.NAK, expected, code);
      if (receiveStatus == WcStatus.SUCCESS) {
        owner.happened(access ? TransportEvents.QP_ACCESS_ERR : TransportEvents.QP_REQ_ERR);
      }
    }
    queuePair.refused();
  }

  private boolean holdReceive() {
    if (receives.hold()) {
      return true;
    }
    notReady();
    return false;
  }

  private void notReady() {
    if (reliable) {
      responses.refuse(PacketFormat.NOT_READY, expected, queuePair.attributes.notReadyTimer);
    }
    dropping = true;
    message.clear();
  }

  // Messages

  private int send(IncomingFrame frame) {
    if (frame.has(PacketFormat.FIRST)) {
      if (!IncomingMessage.isSound(frame)) {
        return FrameOutcome.MALFORMED;
      }
      if (!holdReceive()) {
        return FrameOutcome.NOT_READY;
      }
      if (!beginSend(frame, frame.data())) {
        return FrameOutcome.PART_TAKEN;
      }
    }
    return frame.has(PacketFormat.PLACED) ? pull(frame) : send(frame, 0, frame.payloadLength());
  }

  /** A send whose data this side copies. If it cannot, the message has to come in frames. */
  private int pull(IncomingFrame frame) {
    if (!reliable || !PlacedSends.isSound(frame)) {
      return FrameOutcome.MALFORMED;
    }
    if (!placedSends.pull(frame, receives, memory)) {
      message.clear();
      lost();
      return FrameOutcome.PART_TAKEN;
    }
    message.add(message.total());
    return finishSend();
  }

  /** A send to a tag-matching queue: one at a time for all queue pairs of the queue. */
  private int sendTagged(IncomingFrame frame) {
    tagged.enter();
    try {
      if (!frame.has(PacketFormat.FIRST)) {
        return send(frame, 0, frame.payloadLength());
      }
      int outcome = IncomingMessage.isSound(frame) ? tagged.begin(frame) : FrameOutcome.MALFORMED;
      if (outcome == FrameOutcome.NOT_READY) {
        notReady();
      }
      if (outcome != FrameOutcome.PART_TAKEN || !beginSend(frame, tagged.delivered(frame.data()))) {
        return outcome;
      }
      long stripped = tagged.stripped();
      return send(frame, stripped, Math.min(frame.payloadLength() - stripped, message.total()));
    } finally {
      tagged.exit();
    }
  }

  /** False if the current receive is too small. */
  private boolean beginSend(IncomingFrame first, long length) {
    message.begin(first, length);
    if (length > receives.room()) {
      fail(PacketFormat.NAK_INVALID_REQUEST, WcStatus.LOCAL_LENGTH, false);
      return false;
    }
    return true;
  }

  private int send(IncomingFrame frame, long from, long size) {
    if (!message.allows(frame, size)) {
      return FrameOutcome.MALFORMED;
    }
    if (!receives.scatter(memory, message.received(), frame.payload(), from, size)) {
      fail(PacketFormat.NAK_OPERATION, memory.failure(), false);
      return FrameOutcome.PART_TAKEN;
    }
    message.add(size);
    return frame.has(PacketFormat.LAST) ? finishSend() : FrameOutcome.PART_TAKEN;
  }

  private int finishSend() {
    int key = message.immediateOrKey();
    boolean invalidates = message.has(PacketFormat.HAS_INVALIDATE);
    if (invalidates && !owner.table().invalidate(owner.domain(), key)) {
      fail(PacketFormat.NAK_ACCESS, WcStatus.LOCAL_OPERATION, true);
      return FrameOutcome.PART_TAKEN;
    }
    WorkCompletion completion = receives.describe(Operation.RECEIVED, WcStatus.SUCCESS);
    if (invalidates) {
      completion.flags = WorkFlags.HAS_INVALIDATED;
      completion.immediateOrKey = key;
    }
    return finish();
  }

  private int finish() {
    message.clear();
    if (!receives.complete(message.total(), message.flags(), message.immediateOrKey())) {
      owner.overrun();
    }
    return FrameOutcome.TAKEN;
  }

  private int write(IncomingFrame frame) {
    long skip = 0;
    if (frame.has(PacketFormat.FIRST)) {
      int outcome = beginWrite(frame);
      if (outcome != FrameOutcome.PART_TAKEN) {
        return outcome;
      }
      skip = PacketFormat.REMOTE_HEADER;
    }
    long size = frame.payloadLength() - skip;
    if (!message.allows(frame, size)) {
      return FrameOutcome.MALFORMED;
    }
    if (size > 0 && !remote.write(message, frame, skip, size)) {
      return PacketFormat.NAK_ACCESS;
    }
    message.add(size);
    return frame.has(PacketFormat.LAST) ? finishWrite() : FrameOutcome.PART_TAKEN;
  }

  private int beginWrite(IncomingFrame first) {
    if (!IncomingMessage.isSound(first) || first.payloadLength() < PacketFormat.REMOTE_HEADER) {
      return FrameOutcome.MALFORMED;
    }
    if (first.has(PacketFormat.HAS_IMMEDIATE) && !holdReceive()) {
      return FrameOutcome.NOT_READY;
    }
    message.begin(first, first.data());
    return remote.beginWrite(message, first);
  }

  private int finishWrite() {
    if (message.has(PacketFormat.HAS_IMMEDIATE)) {
      receives.describe(Operation.RECEIVED_WRITE, WcStatus.SUCCESS);
      return finish();
    }
    message.clear();
    return FrameOutcome.TAKEN;
  }

  /** Cancels the current message of an unreliable peer. */
  void giveUp() {
    boolean sending = message.isSend();
    message.clear();
    dropping = false;
    if (sending && receives.isShared()) {
      abort(WcStatus.REMOTE_ABORT);
    }
  }

  @Override
  public boolean hasPending() {
    return responses.hasPending();
  }

  @Override
  public int takeAcknowledgement() {
    return responses.takeAcknowledgement();
  }

  @Override
  public boolean answer(Link link) {
    return responses.write(link);
  }
}
