package dev.weft.nic.responder;

import dev.weft.nic.packet.FrameOutcome;
import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.sharedmemory.LocatedSends;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.RequestView;
import dev.weft.wire.Link;

/**
 * The responder of a connected queue pair. It executes requests in the order of their numbers
 * ({@link MessageReceiver}, {@link RemoteAccess}) and queues responses.
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
  private final RemoteAccess remote;
  private final InProcessRequests inProcess;
  private final boolean reliable;
  private final IncomingMessage message = new IncomingMessage();
  private final RequestSequence sequence;
  private final MessageReceiver messages;
  public final ResponseQueue responses;

  /** Changes with each message of an end-to-end context. */
  private ReceiveQueue receives;

  public Responder(
      LocalQueuePair queuePair,
      ReceiveQueue receives,
      BufferTable memory,
      LocatedSends locatedSends,
      boolean reliable) {
    this.queuePair = queuePair;
    this.reliable = reliable;
    this.responses = new ResponseQueue(queuePair);
    this.remote = new RemoteAccess(queuePair, responses);
    this.sequence = new RequestSequence(queuePair, responses, message, reliable);
    TaggedReceives tagged = receives instanceof TaggedReceives matching ? matching : null;
    this.messages = new MessageReceiver(sequence, message, remote, locatedSends, tagged, reliable);
    this.inProcess = new InProcessRequests(queuePair, receives, memory, remote);
    aim(queuePair, receives, memory);
  }

  /** Sets the queue pair of the following messages. */
  public void aim(LocalQueuePair at, ReceiveQueue receiving, BufferTable buffers) {
    receives = receiving;
    sequence.aim(at, receiving);
    messages.aim(at, receiving, buffers);
    remote.aim(at);
  }

  /** The number of the next or the current message. */
  public int expected() {
    return sequence.expected();
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
    sequence.abort(status);
  }

  @Override
  public void start(int number) {
    sequence.expect(number);
  }

  @Override
  public void clear() {
    sequence.stopDropping();
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
    int distance = SequenceNumbers.distance(number, sequence.expected());
    if (!reliable && first && (distance != 0 || message.isUnderWay())) {
      sequence.abandonMessage();
      sequence.expect(number);
      distance = 0;
    }
    if (distance < 0) {
      return !reliable || again(frame);
    }
    if (distance > 0 || (!first && !message.isContinuedBy(frame))) {
      sequence.lost();
      return true;
    }
    sequence.stopDropping();
    queuePair.connected();
    return (!first || message.mayBeginAs(frame)) && take(frame);
  }

  @Override
  public boolean takeDirectly(RequestView request, int number) {
    boolean expected = number == sequence.expected() && !sequence.isDropping();
    boolean inOrder = reliable && expected && !message.isUnderWay();
    boolean done = inOrder && !responses.hasPending() && inProcess.execute(request);
    if (done) {
      sequence.advance();
    }
    return done;
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
      default -> responses.acknowledge(SequenceNumbers.before(sequence.expected()));
    }
    return true;
  }

  private boolean take(IncomingFrame frame) {
    int outcome =
        switch (frame.kind()) {
          case PacketFormat.SEND -> messages.send(frame);
          case PacketFormat.WRITE -> messages.write(frame);
          default -> frame.isWhole() ? remote.access(frame) : FrameOutcome.MALFORMED;
        };
    switch (outcome) {
      case FrameOutcome.PART_TAKEN, FrameOutcome.NOT_READY -> {}
      case FrameOutcome.TAKEN -> {
        sequence.advance();
        int kind = frame.kind();
        if (reliable && (kind <= PacketFormat.WRITE || kind >= PacketFormat.ATOMIC_WRITE)) {
          responses.acknowledge(frame.number());
        }
      }
      case FrameOutcome.MALFORMED -> {
        return false;
      }
      default -> sequence.refuse(frame, outcome);
    }
    return true;
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
