package dev.weft.nic.queuepair;

import dev.weft.wire.Link;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The answering half of an end-to-end context: an envelope says for which queue pair the message
 * behind it is, then the {@link Responder} that a connected queue pair has, too, takes it.
 *
 * <p>A number that is ahead of what is expected is no loss, as the peer has one message under way
 * at most: it has given up what was before. For who is inside.
 */
final class EndToEndReceiver implements ReceiveProtocol {
  private final QueuePairMachine machine;
  private final Responder responder;
  private final ReliableDomain domain;
  private final Map<QueuePairMachine, ContextReceive> turns = new HashMap<>();

  /** For whom the message is; null for nobody. */
  private QueuePairMachine aimed;

  private int from;

  EndToEndReceiver(QueuePairMachine machine, Responder responder, ReliableDomain domain) {
    this.machine = machine;
    this.responder = responder;
    this.domain = domain;
  }

  @Override
  public void start(int number) {
    responder.start(number);
  }

  @Override
  public void clear() {
    abort(WcStatus.LOCAL_CONTEXT_OPERATION);
    responder.clear();
  }

  @Override
  public boolean accept(IncomingFrame frame) {
    if (frame.kind() == PacketFormat.ENVELOPE) {
      open(frame);
      return true;
    }
    return aimed == null || responder.accept(frame);
  }

  private void open(IncomingFrame frame) {
    int number = frame.number();
    long way = frame.data();
    int distance = SequenceNumbers.distance(number, responder.expected());
    QueuePairMachine to = find(EnvelopeWriter.to(way), frame.immediateOrKey());
    boolean again = distance == 0 && Objects.equals(to, aimed) && EnvelopeWriter.from(way) == from;
    if (!again) {
      abort(WcStatus.REMOTE_ABORT);
    }
    if (distance > 0) {
      responder.start(number);
    }
    if (to != null) {
      aim(to, way, frame.handle());
    } else if (!EnvelopeWriter.isEnd(way)) {
      refuse(number);
    }
  }

  /** The queue pair of this number, if it receives what has this key; else null. */
  private QueuePairMachine find(int number, int queueKey) {
    QueuePairMachine found = domain.queuePair(number);
    boolean receives = found != null && found.attributes.queueKey == queueKey && found.canReceive();
    return receives ? found : null;
  }

  private void aim(QueuePairMachine to, long way, int serviceLevel) {
    ContextReceive turn = turns.get(to);
    if (turn == null) {
      turn = new ContextReceive((ReliableReceives) to.receives, machine.number());
      turns.put(to, turn);
    }
    aimed = to;
    from = EnvelopeWriter.from(way);
    turn.from(from, EnvelopeWriter.sourceLid(way), serviceLevel);
    responder.aim(to, turn, to.memory);
  }

  private void refuse(int number) {
    aimed = null;
    responder.responses.refuse(PacketFormat.NAK, number, PacketFormat.NAK_INVALID_DATAGRAM);
  }

  /** What is under way will not be finished. */
  private void abort(int status) {
    if (aimed != null) {
      responder.abort(status);
      aimed = null;
    }
  }

  /** The message was refused: what still comes of it is for nobody. */
  void refused() {
    aimed = null;
  }

  /** This queue pair, which flushes its receives itself, takes nothing any more. */
  void forget(QueuePairMachine queuePair) {
    turns.remove(queuePair);
    if (queuePair.equals(aimed)) {
      boolean underWay = responder.isUnderWay();
      responder.drop();
      aimed = null;
      if (underWay) {
        refuse(responder.expected());
        machine.taken();
      }
    }
  }

  @Override
  public void peerLeft() {
    abort(WcStatus.REMOTE_ABORT);
  }

  @Override
  public boolean hasPending() {
    return responder.hasPending();
  }

  @Override
  public boolean answer(Link link) {
    return responder.answer(link);
  }
}
