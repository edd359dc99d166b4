package dev.weft.nic.queuepair;

/**
 * The receives of a reliable datagram queue pair. Messages of several end-to-end contexts may be on
 * their way into it at once, each in a request of its own, and end in any order; room for new
 * requests comes back in the order of posting.
 *
 * <pre>
 *   head              taken            tail
 *    | taken: some     | posted         |
 *    | have ended      |                |
 *
 *   freed resource count of a completion: by how much head went on with it, 0 or more
 * </pre>
 *
 * <p>For who is inside.
 */
final class ReliableReceives extends ReceiveQueue {
  /** In place of the number of buffers: the request has ended. */
  private static final long ENDED = -1;

  /** In place of an index: there is no request. */
  static final long NONE = -1;

  private final QueuePairMachine machine;
  private final ReliableDomain domain;
  private long taken;

  ReliableReceives(QueuePairMachine machine, QueuePairConfig parts) {
    super(parts.limits(), null, parts.receiveSink(), parts.number());
    this.machine = machine;
    this.domain = parts.reliableDomain();
  }

  /** The oldest request that no message goes into yet, or {@link #NONE}. */
  long take() {
    return taken == own.tail ? NONE : taken++;
  }

  /** Where a request lies. */
  int at(long index) {
    return own.at(index);
  }

  /** Ends a request; the freed resource count of its completion. */
  int end(long index) {
    own.words[at(index) + ReceiveRing.COUNT] = ENDED;
    long before = own.head;
    while (own.head < taken && own.words[at(own.head) + ReceiveRing.COUNT] == ENDED) {
      own.head++;
    }
    return (int) (own.head - before);
  }

  @Override
  boolean flush() {
    domain.stopReceiving(machine);
    boolean told = true;
    taken = own.tail;
    for (long index = own.head; index < own.tail; index++) {
      if (own.words[at(index) + ReceiveRing.COUNT] != ENDED) {
        describe(Operation.RECEIVED, WcStatus.FLUSHED);
        completion.wrId = own.words[at(index)];
        completion.queuePair = queuePair;
        completion.freedResources = end(index);
        told &= sink.add(completion);
      }
    }
    return told;
  }

  @Override
  void clear() {
    domain.stopReceiving(machine);
    own.clear();
    taken = own.tail;
  }
}
