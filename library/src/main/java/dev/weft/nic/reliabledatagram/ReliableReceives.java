package dev.weft.nic.reliabledatagram;

import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.QueuePairConfig;
import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.ReceiveRing;

/**
 * The receive queue of a reliable datagram queue pair. Several end-to-end contexts may write
 * messages into it at once, each into its own request, and end them in any order. Room for new
 * requests is freed in posting order.
 *
 * <pre>
 *   head              taken            tail
 *    | taken: some     | posted         |
 *    | have ended      |                |
 *
 *   freed resource count of a completion: by how much head went on with it, 0 or more
 * </pre>
 *
 * <p>The caller holds the lock.
 */
public final class ReliableReceives extends ReceiveQueue {
  /** Instead of the number of buffers: the request has ended. */
  private static final long ENDED = -1;

  /** Instead of an index: there is no request. */
  static final long NONE = -1;

  private final QueuePairMachine machine;
  private final ReliableDomain domain;
  private long taken;

  ReliableReceives(QueuePairMachine machine, QueuePairConfig parts, ReliableDomain domain) {
    super(parts.limits(), null, parts.receiveSink(), parts.number());
    this.machine = machine;
    this.domain = domain;
  }

  /** Takes the oldest request without a message, or {@link #NONE}. */
  long take() {
    return taken == own.tail() ? NONE : taken++;
  }

  /** Position of a request in the words. */
  int at(long index) {
    return own.at(index);
  }

  /** Ends a request; returns the freed resource count of its completion. */
  int end(long index) {
    own.words[at(index) + ReceiveRing.COUNT] = ENDED;
    long before = own.head();
    while (own.head() < taken && own.words[at(own.head()) + ReceiveRing.COUNT] == ENDED) {
      own.removeFirst();
    }
    return (int) (own.head() - before);
  }

  @Override
  public boolean flush() {
    domain.stopReceiving(machine);
    boolean allAdded = true;
    taken = own.tail();
    for (long index = own.head(); index < taken; index++) {
      if (own.words[at(index) + ReceiveRing.COUNT] != ENDED) {
        describe(Operation.RECEIVED, WcStatus.FLUSHED);
        completion.wrId = own.words[at(index)];
        completion.queuePair = queuePair;
        completion.freedResources = end(index);
        allAdded &= sink.add(completion);
      }
    }
    return allAdded;
  }

  @Override
  public void clear() {
    domain.stopReceiving(machine);
    own.clear();
    taken = own.head();
  }
}
