package dev.weft.nic.reliabledatagram;

import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.QueuePairLimits;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.queuepair.MachineGroup;
import dev.weft.nic.queuepair.Protocols;
import dev.weft.nic.queuepair.QueuePairConfig;
import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.nic.queuepair.Requester;
import dev.weft.nic.queuepair.SendProtocol;
import dev.weft.nic.responder.Responder;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.RequestWriter;
import dev.weft.nic.workqueue.SendQueue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A reliable datagram domain: its queue pairs, and the end-to-end contexts that carry their
 * messages. All of them share one lock, so that they can call each other without a second one. A
 * queue pair that names a context of another domain fails with a domain violation.
 */
public final class ReliableDomain extends MachineGroup {
  /**
   * Size of the caches of recently found members, by the low bits of their numbers. Map lookups
   * would allocate.
   */
  private static final int CACHED = 256;

  private final EndToEndContexts contexts;
  private final Map<Integer, QueuePairMachine> queuePairs = new HashMap<>();
  private final List<QueuePairMachine> carriers = new CopyOnWriteArrayList<>();
  private final EndToEndSender[] cachedContexts = new EndToEndSender[CACHED];
  private final QueuePairMachine[] cachedQueuePairs = new QueuePairMachine[CACHED];

  /** Creates an empty domain; {@code contexts} are those of its device. */
  public ReliableDomain(EndToEndContexts contexts) {
    this.contexts = contexts;
  }

  /**
   * Opens an end-to-end context in RESET: a machine without queues, which carries messages of queue
   * pairs.
   *
   * @param addresses addresses of contexts by number
   * @return null if the number is in use
   */
  public QueuePairMachine openContext(
      AddressMap addresses, int number, ProtectionTable table, TransportEvents events) {
    return QueuePairMachine.open(
        new QueuePairConfig(
            addresses,
            TransportType.END_TO_END,
            number,
            0,
            table,
            null,
            new QueuePairLimits(0, 0, 0, 0, 0),
            false,
            NullSink.SINK,
            NullSink.SINK,
            null,
            events,
            this));
  }

  @Override
  public ReceiveQueue receives(QueuePairMachine machine, QueuePairConfig config) {
    return new ReliableReceives(machine, config, this);
  }

  @Override
  public SendProtocol sender(QueuePairMachine machine, SendQueue sends) {
    return new ReliableDatagramSender(machine, sends, machine.memory, this);
  }

  @Override
  public Protocols context(
      QueuePairMachine machine, Requester requester, RequestWriter writer, Responder responder) {
    return new Protocols(
        requester,
        new EndToEndSender(machine, requester, writer, this),
        new EndToEndReceiver(machine, responder, this));
  }

  /** The context with this number in any domain, or null. Caller holds the lock. */
  EndToEndSender context(int number) {
    EndToEndSender known = cachedContexts[number & (CACHED - 1)];
    if (known == null || known.number() != number || known.isClosed()) {
      known = contexts.find(number);
      cachedContexts[number & (CACHED - 1)] = known;
    }
    return known;
  }

  /** The queue pair of this domain with this number, or null. Caller holds the lock. */
  QueuePairMachine queuePair(int number) {
    QueuePairMachine known = cachedQueuePairs[number & (CACHED - 1)];
    if (known == null || known.number() != number || known.isClosed()) {
      known = queuePairs.get(number);
      cachedQueuePairs[number & (CACHED - 1)] = known;
    }
    return known;
  }

  @Override
  public void join(QueuePairMachine machine) {
    lock.enter();
    try {
      if (machine.sender instanceof EndToEndSender context) {
        contexts.add(machine.number(), context);
        carriers.add(machine);
      } else {
        queuePairs.put(machine.number(), machine);
      }
    } finally {
      lock.exit();
    }
  }

  @Override
  public void leave(QueuePairMachine machine) {
    if (carriers.remove(machine)) {
      contexts.remove(machine.number());
    } else {
      queuePairs.remove(machine.number());
    }
  }

  /** Rejects messages to a queue pair that receives no more. Caller holds the lock. */
  void stopReceiving(QueuePairMachine queuePair) {
    for (QueuePairMachine carrier : carriers) {
      if (carrier.receiver instanceof EndToEndReceiver receiver) {
        receiver.forget(queuePair);
      }
    }
  }

  @Override
  public void progress() {
    for (QueuePairMachine carrier : carriers) {
      carrier.progress();
    }
  }

  @Override
  public void progressAndArm() {
    for (QueuePairMachine carrier : carriers) {
      carrier.progressAndArm();
    }
  }
}
