package dev.weft.nic.reliabledatagram;

import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.nic.responder.ReceiveProtocol;
import dev.weft.nic.responder.Responder;
import dev.weft.wire.Link;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The responder of an end-to-end context. An envelope names the queue pair of the message that
 * follows, and a {@link Responder}, as in a connected queue pair, accepts the message.
 *
 * <p>A number ahead of the expected one is not a loss: the peer has at most one message
 * outstanding, so it has cancelled those before. The caller holds the lock.
 */
final class EndToEndReceiver implements ReceiveProtocol {
  private final QueuePairMachine machine;
  private final Responder responder;
  private final ReliableDomain domain;
  private final Map<QueuePairMachine, ContextReceive> turns = new HashMap<>();

  /** The queue pair of the current message; null to drop it. */
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

  /** The queue pair with this number, if it can receive and has this Q_Key; else null. */
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

  /** Cancels the current message. */
  private void abort(int status) {
    if (aimed != null) {
      responder.abort(status);
      aimed = null;
    }
  }

  /** Drops the rest of the current message, which was rejected. */
  @Override
  public boolean refused() {
    aimed = null;
    return true;
  }

  /** Cancels messages to this queue pair, which flushes its receives itself. */
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
