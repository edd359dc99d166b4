package dev.weft.nic.sharedmemory;

import dev.weft.nic.memory.AccessFlags;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.ReceiveQueue;

/**
 * Publishes whether the connected peer may access memory of a queue pair directly, as a word of its
 * port. It may once a frame that arrived from it shows that the two are in the same connection: a
 * request with the expected number, or an answer that ends a request. It may until the queue pair
 * leaves the states that receive.
 *
 * <pre>
 *   63            33   32   31               8    7     6            0
 *   +----------------+-----+------------------+--------+--------------+
 *   | count of words |  1  | peer's number    | places | access flags |     0: no peer may
 *   +----------------+-----+------------------+--------+--------------+
 * </pre>
 *
 * <p>The caller holds the machine's lock.
 */
public final class DirectAdmission {
  /** The right to send the location of data instead of the data. */
  static final int PLACES = 0x80;

  private static final long NONE = 0;
  private static final long ADMITTED = 1L << 32;
  private static final int ACCESS_BITS = 8;
  private static final int RIGHTS_MASK = 0xFF;
  private static final int COUNT_SHIFT = 33;
  private static final long COUNT_MASK = -1L << COUNT_SHIFT;

  private final LocalQueuePair queuePair;
  private final boolean takesPlaces;
  private boolean connected;
  private long published = NONE;
  private long count;

  /** Earlier rights have ended, so that accesses may still be in progress. */
  private boolean ended;

  public DirectAdmission(LocalQueuePair queuePair, ReceiveQueue receives) {
    this.queuePair = queuePair;
    this.takesPlaces = !receives.matchesTags();
  }

  /** Whether a published word gives these rights to this queue pair. */
  static boolean admits(long word, int queuePair, int rights) {
    return (word & ~(COUNT_MASK | RIGHTS_MASK)) == (ADMITTED | (long) queuePair << ACCESS_BITS)
        && (word & rights) == rights;
  }

  /** Whether the connected peer has any rights. */
  public boolean admitsPeer() {
    return published != NONE;
  }

  /** The published word. */
  long published() {
    return published;
  }

  /** Called for each frame that shows the connection. */
  public void connected() {
    if (!connected) {
      connected = true;
      update();
    }
  }

  /** Publishes the rights in the current state. */
  public void update() {
    connected &= queuePair.canReceive();
    long word = connected && queuePair.type() == TransportType.RELIABLE ? word() : NONE;
    if (word != (published & ~COUNT_MASK)) {
      publish(word);
    }
  }

  /** Publishes the same rights as another word. */
  void renew() {
    publish(published & ~COUNT_MASK);
  }

  private void publish(long word) {
    ended |= published != NONE;
    published = word == NONE ? NONE : word | ++count << COUNT_SHIFT;
    queuePair.admit(published);
  }

  /** Whether rights have ended since the last call, so that accesses may still be in progress. */
  public boolean takeEnded() {
    boolean taken = ended;
    ended = false;
    return taken;
  }

  private long word() {
    Attributes attributes = queuePair.attributes;
    boolean serves = attributes.maxReadsServed > 0;
    int access = attributes.access & (PLACES - 1);
    int readable = serves ? access : access & ~AccessFlags.REMOTE_READ;
    int rights = takesPlaces ? readable | PLACES : readable;
    return attributes.reachable ? ADMITTED | (long) attributes.peer << ACCESS_BITS | rights : NONE;
  }
}
