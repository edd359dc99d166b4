package dev.weft.software.transport;

import dev.weft.completion.WorkCompletion;
import dev.weft.wire.FrameReader;
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
  final Answers answers;

  /** Whose messages these are: for an end-to-end context, another one's each time. */
  private QueuePairMachine owner;

  private ReceiveQueue receives;
  private BufferTable memory;
  private int expected;

  /** Everything is dropped until the expected number comes. */
  private boolean dropping;

  /** What kind of message is under way; 0 for none. */
  private int underWay;

  private long total;
  private long received;

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
    return underWay != 0;
  }

  /** What is under way is dropped; somebody else ends its receive. */
  void drop() {
    underWay = 0;
    receives.clear();
  }

  /** What is under way will not be finished: its receive, if it has one, ends with this status. */
  void abort(int status) {
    underWay = 0;
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
    underWay = 0;
    answers.clear();
    remote.clear();
    receives.clear();
  }

  /** Takes a request; false where no peer may write it. */
  @Override
  public boolean accept(FrameReader in, long header) {
    int kind = FrameReader.kind(header);
    if (kind > (reliable ? Packet.LAST_REQUEST : Packet.WRITE)) {
      return false;
    }
    int number = Packet.number(in.tag());
    boolean first = (FrameReader.flags(header) & Packet.FIRST) != 0;
    int distance = MessageNumbers.distance(number, expected);
    if (!reliable && first && (distance != 0 || underWay != 0)) {
      giveUp();
      expected = number;
      distance = 0;
    }
    if (distance < 0) {
      return !reliable || again(in, header, number);
    }
    boolean follows = underWay != 0 && underWay == kind;
    if (distance > 0 || (!first && !follows)) {
      lost();
      return true;
    }
    dropping = false;
    return take(in, header, number);
  }

  /** False where the same request in frames has to say what is wrong. */
  @Override
  public boolean takeInPerson(Handed request, int number) {
    if (!reliable || number != expected || underWay != 0 || dropping || answers.isOwing()) {
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
    total = request.length();
    WorkCompletion completion = receives.describe(Operation.RECEIVED, Status.SUCCESS);
    finish(completion, request.frameFlags(), request.immediate());
    return true;
  }

  private void lost() {
    if (reliable && !dropping) {
      answers.refuse(Packet.NAK, expected, Packet.NAK_SEQUENCE);
    }
    dropping = true;
  }

  private boolean again(FrameReader in, long header, int number) {
    switch (FrameReader.kind(header)) {
      case Packet.READ -> remote.read(in, header, number);
      case Packet.COMPARE_AND_SWAP, Packet.FETCH_AND_ADD -> remote.answerAgain(number);
      default -> answers.acknowledge(MessageNumbers.before(expected));
    }
    return true;
  }

  private boolean take(FrameReader in, long header, int number) {
    int refusal =
        switch (FrameReader.kind(header)) {
          case Packet.SEND -> tagged == null ? send(in, header) : sendTagged(in, header);
          case Packet.WRITE -> write(in, header);
          case Packet.READ -> only(header) ? remote.read(in, header, number) : Outcome.MALFORMED;
          case Packet.COMPARE_AND_SWAP, Packet.FETCH_AND_ADD ->
              only(header) ? remote.change(in, header, number) : Outcome.MALFORMED;
          case Packet.ATOMIC_WRITE -> only(header) ? remote.store(in, header) : Outcome.MALFORMED;
          case Packet.FLUSH -> only(header) ? remote.flush(in, header) : Outcome.MALFORMED;
          default -> Outcome.MALFORMED;
        };
    switch (refusal) {
      case Outcome.PART_TAKEN, Outcome.NOT_READY -> {}
      case Outcome.TAKEN -> {
        expected = MessageNumbers.next(expected);
        int kind = FrameReader.kind(header);
        if (reliable && (kind <= Packet.WRITE || kind >= Packet.ATOMIC_WRITE)) {
          answers.acknowledge(number);
        }
      }
      case Outcome.MALFORMED -> {
        return false;
      }
      default -> refuse(header, refusal);
    }
    return true;
  }

  private static boolean only(long header) {
    return (FrameReader.flags(header) & Packet.ONLY) == Packet.ONLY;
  }

  private void refuse(long header, int code) {
    boolean access = code == Packet.NAK_ACCESS;
    boolean immediate = (FrameReader.flags(header) & Packet.HAS_IMMEDIATE) != 0;
    int status = Status.SUCCESS;
    if (reliable && FrameReader.kind(header) == Packet.WRITE && immediate && receives.hold()) {
      status = Status.LOCAL_ACCESS;
    }
    fail(code, status, access);
  }

  /** Tells the peer, if it wants to know, completes the current receive, and ends in error. */
  private void fail(int code, int receiveStatus, boolean access) {
    underWay = 0;
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
    underWay = 0;
  }

  // Messages

  private int send(FrameReader in, long header) {
    if ((FrameReader.flags(header) & Packet.FIRST) != 0) {
      if (!holdReceive()) {
        return Outcome.NOT_READY;
      }
      if (!beginSend(in.data())) {
        return Outcome.PART_TAKEN;
      }
    }
    return send(in, header, 0, FrameReader.payloadLength(header));
  }

  /** A message to a queue that matches tags: one at a time, whichever queue pair it came to. */
  private int sendTagged(FrameReader in, long header) {
    tagged.enter();
    try {
      if ((FrameReader.flags(header) & Packet.FIRST) == 0) {
        return send(in, header, 0, FrameReader.payloadLength(header));
      }
      int outcome = tagged.begin(in, header);
      if (outcome == Outcome.NOT_READY) {
        notReady();
      }
      if (outcome != Outcome.PART_TAKEN || !beginSend(tagged.delivered(in.data()))) {
        return outcome;
      }
      long stripped = tagged.stripped();
      long size = FrameReader.payloadLength(header) - stripped;
      return send(in, header, stripped, Math.min(size, total));
    } finally {
      tagged.exit();
    }
  }

  /** False where the current receive is too small. */
  private boolean beginSend(long length) {
    total = length;
    received = 0;
    underWay = Packet.SEND;
    if (total > receives.room()) {
      fail(Packet.NAK_INVALID_REQUEST, Status.LOCAL_LENGTH, false);
      return false;
    }
    return true;
  }

  private int send(FrameReader in, long header, long from, long size) {
    int flags = FrameReader.flags(header);
    boolean last = (flags & Packet.LAST) != 0;
    if (size > total - received || (last && received + size != total)) {
      return Outcome.MALFORMED;
    }
    if (!receives.scatter(memory, received, in, from, size)) {
      fail(Packet.NAK_OPERATION, memory.failure(), false);
      return Outcome.PART_TAKEN;
    }
    received += size;
    return last ? finishSend(in, flags) : Outcome.PART_TAKEN;
  }

  private int finishSend(FrameReader in, int flags) {
    int key = Packet.immediateOrKey(in.tag());
    boolean invalidates = (flags & Packet.HAS_INVALIDATE) != 0;
    if (invalidates && !owner.table().invalidate(owner.domain(), key)) {
      fail(Packet.NAK_ACCESS, Status.LOCAL_OPERATION, true);
      return Outcome.PART_TAKEN;
    }
    WorkCompletion completion = receives.describe(Operation.RECEIVED, Status.SUCCESS);
    if (invalidates) {
      completion.flags = WorkFlags.HAS_INVALIDATED;
      completion.immediateOrKey = key;
    }
    return finish(completion, flags, key);
  }

  private int finish(WorkCompletion completion, int flags, int immediate) {
    underWay = 0;
    completion.byteLength = (int) total;
    if ((flags & Packet.HAS_IMMEDIATE) != 0) {
      completion.flags = WorkFlags.HAS_IMMEDIATE;
      completion.immediateOrKey = immediate;
    }
    completion.solicited = (flags & Packet.SOLICITED) != 0;
    if (!receives.complete()) {
      owner.overrun();
    }
    return Outcome.TAKEN;
  }

  private int write(FrameReader in, long header) {
    int flags = FrameReader.flags(header);
    boolean immediate = (flags & Packet.HAS_IMMEDIATE) != 0;
    boolean first = (flags & Packet.FIRST) != 0;
    if (first) {
      if (immediate && !holdReceive()) {
        return Outcome.NOT_READY;
      }
      total = in.data();
      received = 0;
      int refusal = remote.beginWrite(in, header, total);
      if (refusal != Outcome.PART_TAKEN) {
        return refusal;
      }
      underWay = Packet.WRITE;
    }
    long skip = first ? Packet.REMOTE_HEADER : 0;
    long size = FrameReader.payloadLength(header) - skip;
    boolean last = (flags & Packet.LAST) != 0;
    if (size < 0 || size > total - received || (last && received + size != total)) {
      return Outcome.MALFORMED;
    }
    if (size > 0 && !remote.write(in, skip, received, size)) {
      return Packet.NAK_ACCESS;
    }
    received += size;
    return last ? finishWrite(in, flags, immediate) : Outcome.PART_TAKEN;
  }

  private int finishWrite(FrameReader in, int flags, boolean immediate) {
    if (!immediate) {
      underWay = 0;
      return Outcome.TAKEN;
    }
    WorkCompletion completion = receives.describe(Operation.RECEIVED_WRITE, Status.SUCCESS);
    return finish(completion, flags, Packet.immediateOrKey(in.tag()));
  }

  /** What is under way of an unreliable peer will not be finished. */
  void giveUp() {
    boolean sending = underWay == Packet.SEND;
    underWay = 0;
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
