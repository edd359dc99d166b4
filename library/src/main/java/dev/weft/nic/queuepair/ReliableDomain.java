package dev.weft.nic.queuepair;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A reliable datagram domain: queue pairs, and the end-to-end contexts that carry their messages.
 * All of them are behind one gate, so that they can work for each other without a second lock; a
 * queue pair never reaches what belongs to another domain, because that is a violation.
 */
public final class ReliableDomain {
  /** Members that were found lately, by the low bits of their numbers: the maps make garbage. */
  private static final int LATELY = 256;

  final CombiningLock lock = new CombiningLock();
  private final EndToEndContexts contexts;
  private final Map<Integer, QueuePairMachine> queuePairs = new HashMap<>();
  private final List<QueuePairMachine> carriers = new CopyOnWriteArrayList<>();
  private final EndToEndSender[] contextsLately = new EndToEndSender[LATELY];
  private final QueuePairMachine[] queuePairsLately = new QueuePairMachine[LATELY];

  /** Without members; {@code contexts} are those of its device. */
  public ReliableDomain(EndToEndContexts contexts) {
    this.contexts = contexts;
  }

  /**
   * Opens an end-to-end context in RESET: a queue pair without queues, which serves those of
   * others.
   *
   * @param addresses where contexts are reached by their numbers
   * @return null where another one has the number
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
            new QueuePairLimits(0, 0, 0, 0, 0),
            false,
            NullSink.SINK,
            NullSink.SINK,
            null,
            events,
            this));
  }

  /** Inside: the context of this number, in whichever domain; null where there is none. */
  EndToEndSender context(int number) {
    EndToEndSender known = contextsLately[number & (LATELY - 1)];
    if (known == null || known.number() != number || known.isClosed()) {
      known = contexts.find(number);
      contextsLately[number & (LATELY - 1)] = known;
    }
    return known;
  }

  /** Inside: the queue pair of this domain; null where there is none of this number. */
  QueuePairMachine queuePair(int number) {
    QueuePairMachine known = queuePairsLately[number & (LATELY - 1)];
    if (known == null || known.number() != number || known.isClosed()) {
      known = queuePairs.get(number);
      queuePairsLately[number & (LATELY - 1)] = known;
    }
    return known;
  }

  void join(QueuePairMachine machine) {
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

  /** Inside: whoever is closed is found no more. */
  void leave(QueuePairMachine machine) {
    if (carriers.remove(machine)) {
      contexts.remove(machine.number());
    } else {
      queuePairs.remove(machine.number());
    }
  }

  /** Inside: a queue pair receives no more; messages that are on their way to it are refused. */
  void stopReceiving(QueuePairMachine queuePair) {
    for (QueuePairMachine carrier : carriers) {
      if (carrier.receiver instanceof EndToEndReceiver receiver) {
        receiver.forget(queuePair);
      }
    }
  }

  /** By a thread that found nothing to poll. */
  void progress() {
    for (QueuePairMachine carrier : carriers) {
      carrier.progress();
    }
  }

  /** {@link #progress} by a thread that may sleep now. */
  void progressAndArm() {
    for (QueuePairMachine carrier : carriers) {
      carrier.progressAndArm();
    }
  }
}
