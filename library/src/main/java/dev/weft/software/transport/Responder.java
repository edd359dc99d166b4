package dev.weft.software.transport;

import dev.weft.completion.WorkCompletion;
import dev.weft.wire.Link;

/**
 * The answering half of a connected queue pair: takes requests in the order of their numbers, puts
 * messages into receives and remote accesses into memory, and owes answers.
 *
 * <p>A request whose number is behind what is expected came once more because its answer was lost:
 * it is answered again. One that is ahead tells that something was lost: the peer is told once, and
 * everything is dropped until the expected number comes. An unreliable peer is never told; its
 * message in pieces is given up with the first piece that does not fit.
 *
 * <p>For who is inside the machine.
 */
final class Responder implements ReceivingHalf {
  private final QueuePairMachine machine;
  private final TaggedReceives tagged;
  private final RemoteAccess remote;
  private final boolean reliable;
  private final IncomingMessage message = new IncomingMessage();
  final Answers answers;

  /** Whose messages these are: for an end-to-end context, another one's each time. */
  private QueuePairMachine owner;

  private ReceiveQueue receives;
  private BufferTable memory;
  private int expected;

  /** Everything is dropped until the expected number comes. */
  private boolean dropping;

  Responder(QueuePairMachine machine, ReceiveQueue receives, BufferTable memory, boolean reliable) {
    this.machine = machine;
    this.tagged = receives.tagged();
    this.reliable = reliable;
    this.answers = new Answers(machine.table());
    this.remote = new RemoteAccess(machine, answers);
    aim(machine, receives, memory);
  }

  /** What comes now is for this queue pair. */
  void aim(QueuePairMachine at, ReceiveQueue receiving, BufferTable buffers) {
    owner = at;
    receives = receiving;
    memory = buffers;
    remote.aim(at);
  }

  /** The number of the next message, or of the one that is under way. */
  int expected() {
    return expected;
  }

  /** Whether a part of a message has come. */
  boolean isUnderWay() {
    return message.isUnderWay();
  }

  /** What is under way is dropped; somebody else ends its receive. */
  void drop() {
    message.clear();
    receives.clear();
  }

  /** What is under way will not be finished: its receive, if it has one, ends with this status. */
  void abort(int status) {
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
    answers.clear();
    remote.clear();
    receives.clear();
  }

  /** Takes a request, or drops one of another transport; false where no peer may write it. */
  @Override
  public boolean accept(IncomingFrame frame) {
    if (frame.has(Packet.UNRELIABLE) == reliable) {
      return true;
    }
    if (frame.kind() > (reliable ? Packet.LAST_REQUEST : Packet.WRITE)) {
      return false;
    }
    int number = frame.number();
    boolean first = frame.has(Packet.FIRST);
    int distance = MessageNumbers.distance(number, expected);
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
    return (!first || message.mayBeginAs(frame)) && take(frame);
  }

  /** False where the same request in frames has to say what is wrong. */
  @Override
  public boolean takeInPerson(Handed request, int number) {
    if (!reliable || number != expected || message.isUnderWay() || dropping || answers.isOwing()) {
      return false;
    }
    boolean done =
        switch (request.opcode()) {
          case Operation.SEND, Operation.SEND_WITH_IMMEDIATE -> tagged == null && receive(request);
          case Operation.RDMA_WRITE -> remote.write(request);
          case Operation.RDMA_READ -> remote.read(request);
          default -> false;
        };
    expected = done ? MessageNumbers.next(expected) : expected;
    return done;
  }

  private boolean receive(Handed request) {
    boolean fits = receives.hold() && request.length() <= receives.room();
    if (!fits || !receives.receive(memory, request)) {
      return false; // the request stays the current one
    }
    WorkCompletion completion = receives.describe(Operation.RECEIVED, Status.SUCCESS);
    complete(completion, request.length(), request.frameFlags(), request.immediate());
    return true;
  }

  private void lost() {
    if (reliable && !dropping) {
      answers.refuse(Packet.NAK, expected, Packet.NAK_SEQUENCE);
    }
    dropping = true;
  }

  private boolean again(IncomingFrame frame) {
    switch (frame.kind()) {
      case Packet.READ -> remote.read(frame);
      case Packet.COMPARE_AND_SWAP, Packet.FETCH_AND_ADD -> remote.answerAgain(frame.number());
      default -> answers.acknowledge(MessageNumbers.before(expected));
    }
    return true;
  }

  private boolean take(IncomingFrame frame) {
    int outcome =
        switch (frame.kind()) {
          case Packet.SEND -> tagged == null ? send(frame) : sendTagged(frame);
          case Packet.WRITE -> write(frame);
          default -> frame.isWhole() ? access(frame) : Outcome.MALFORMED;
        };
    switch (outcome) {
      case Outcome.PART_TAKEN, Outcome.NOT_READY -> {}
      case Outcome.TAKEN -> {
        expected = MessageNumbers.next(expected);
        int kind = frame.kind();
        if (reliable && (kind <= Packet.WRITE || kind >= Packet.ATOMIC_WRITE)) {
          answers.acknowledge(frame.number());
        }
      }
      case Outcome.MALFORMED -> {
        return false;
      }
      default -> refuse(frame, outcome);
    }
    return true;
  }

  private int access(IncomingFrame frame) {
    return switch (frame.kind()) {
      case Packet.READ -> remote.read(frame);
      case Packet.COMPARE_AND_SWAP, Packet.FETCH_AND_ADD -> remote.change(frame);
      case Packet.ATOMIC_WRITE -> remote.store(frame);
      case Packet.FLUSH -> remote.flush(frame);
      default -> Outcome.MALFORMED;
    };
  }

  private void refuse(IncomingFrame frame, int code) {
    boolean immediate = frame.kind() == Packet.WRITE && frame.has(Packet.HAS_IMMEDIATE);
    boolean held = reliable && immediate && receives.hold();
    fail(code, held ? Status.LOCAL_ACCESS : Status.SUCCESS, code == Packet.NAK_ACCESS);
  }

  /** Tells the peer, if it wants to know, completes the current receive, and ends in error. */
  private void fail(int code, int receiveStatus, boolean access) {
    message.clear();
    if (receiveStatus != Status.SUCCESS && receives.isHolding()) {
      abort(receiveStatus);
    } else if (!reliable) {
      expected = MessageNumbers.next(expected);
      return; // lost on the way
    }
    if (reliable) {
      answers.refuse(Packet.NAK, expected, code);
      if (receiveStatus == Status.SUCCESS) {
        owner.happened(access ? TransportEvents.QP_ACCESS_ERR : TransportEvents.QP_REQ_ERR);
      }
    }
    machine.refused();
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
      answers.refuse(Packet.NOT_READY, expected, machine.attributes.notReadyTimer);
    }
    dropping = true;
    message.clear();
  }

  // Messages

  private int send(IncomingFrame frame) {
    if (frame.has(Packet.FIRST)) {
      if (!IncomingMessage.isSound(frame)) {
        return Outcome.MALFORMED;
      }
      if (!holdReceive()) {
        return Outcome.NOT_READY;
      }
      if (!beginSend(frame, frame.data())) {
        return Outcome.PART_TAKEN;
      }
    }
    return send(frame, 0, frame.payloadLength());
  }

  /** A message to a queue that matches tags: one at a time, whichever queue pair it came to. */
  private int sendTagged(IncomingFrame frame) {
    tagged.enter();
    try {
      if (!frame.has(Packet.FIRST)) {
        return send(frame, 0, frame.payloadLength());
      }
      int outcome = IncomingMessage.isSound(frame) ? tagged.begin(frame) : Outcome.MALFORMED;
      if (outcome == Outcome.NOT_READY) {
        notReady();
      }
      if (outcome != Outcome.PART_TAKEN || !beginSend(frame, tagged.delivered(frame.data()))) {
        return outcome;
      }
      long stripped = tagged.stripped();
      return send(frame, stripped, Math.min(frame.payloadLength() - stripped, message.total()));
    } finally {
      tagged.exit();
    }
  }

  /** False where the current receive is too small. */
  private boolean beginSend(IncomingFrame first, long length) {
    message.begin(first, length);
    if (length > receives.room()) {
      fail(Packet.NAK_INVALID_REQUEST, Status.LOCAL_LENGTH, false);
      return false;
    }
    return true;
  }

  private int send(IncomingFrame frame, long from, long size) {
    if (!message.allows(frame, size)) {
      return Outcome.MALFORMED;
    }
    if (!receives.scatter(memory, message.received(), frame.payload(), from, size)) {
      fail(Packet.NAK_OPERATION, memory.failure(), false);
      return Outcome.PART_TAKEN;
    }
    message.add(size);
    return frame.has(Packet.LAST) ? finishSend() : Outcome.PART_TAKEN;
  }

  private int finishSend() {
    int key = message.immediateOrKey();
    boolean invalidates = message.has(Packet.HAS_INVALIDATE);
    if (invalidates && !owner.table().invalidate(owner.domain(), key)) {
      fail(Packet.NAK_ACCESS, Status.LOCAL_OPERATION, true);
      return Outcome.PART_TAKEN;
    }
    WorkCompletion completion = receives.describe(Operation.RECEIVED, Status.SUCCESS);
    if (invalidates) {
      completion.flags = WorkFlags.HAS_INVALIDATED;
      completion.immediateOrKey = key;
    }
    return finish(completion);
  }

  private int finish(WorkCompletion completion) {
    message.clear();
    complete(completion, message.total(), message.flags(), message.immediateOrKey());
    return Outcome.TAKEN;
  }

  private void complete(WorkCompletion completion, long length, int flags, int immediate) {
    completion.byteLength = (int) length;
    if ((flags & Packet.HAS_IMMEDIATE) != 0) {
      completion.flags = WorkFlags.HAS_IMMEDIATE;
      completion.immediateOrKey = immediate;
    }
    completion.solicited = (flags & Packet.SOLICITED) != 0;
    if (!receives.complete()) {
      owner.overrun();
    }
  }

  private int write(IncomingFrame frame) {
    long skip = 0;
    if (frame.has(Packet.FIRST)) {
      int outcome = beginWrite(frame);
      if (outcome != Outcome.PART_TAKEN) {
        return outcome;
      }
      skip = Packet.REMOTE_HEADER;
    }
    long size = frame.payloadLength() - skip;
    if (!message.allows(frame, size)) {
      return Outcome.MALFORMED;
    }
    if (size > 0 && !remote.write(message, frame, skip, size)) {
      return Packet.NAK_ACCESS;
    }
    message.add(size);
    return frame.has(Packet.LAST) ? finishWrite() : Outcome.PART_TAKEN;
  }

  private int beginWrite(IncomingFrame first) {
    if (!IncomingMessage.isSound(first) || first.payloadLength() < Packet.REMOTE_HEADER) {
      return Outcome.MALFORMED;
    }
    if (first.has(Packet.HAS_IMMEDIATE) && !holdReceive()) {
      return Outcome.NOT_READY;
    }
    message.begin(first, first.data());
    return remote.beginWrite(message, first);
  }

  private int finishWrite() {
    if (message.has(Packet.HAS_IMMEDIATE)) {
      return finish(receives.describe(Operation.RECEIVED_WRITE, Status.SUCCESS));
    }
    message.clear();
    return Outcome.TAKEN;
  }

  /** What is under way of an unreliable peer will not be finished. */
  void giveUp() {
    boolean sending = message.isSend();
    message.clear();
    dropping = false;
    if (sending && receives.isShared()) {
      abort(Status.REMOTE_ABORT);
    }
  }

  @Override
  public boolean isOwing() {
    return answers.isOwing();
  }

  @Override
  public int takeAcknowledgement() {
    return answers.takeAcknowledgement();
  }

  @Override
  public boolean answer(Link link) {
    return answers.write(link);
  }
}
