package dev.weft.nic.message;

/**
 * Doubly linked chains of nodes by hash; adding and removing allocate nothing. A node is in one
 * chain at a time. The caller knows which, and in which order the nodes of a chain are.
 */
public final class HashChains<T extends Chained<T>> {
  /** The number of chains by hash; a power of two. */
  private static final int HASHES = 4096;

  /** One more chain, for what has no hash. */
  public static final int REST = HASHES;

  /** 2^64 divided by the golden ratio: spreads neighbouring keys. */
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(HASHES);

  private final T[] first = chains();
  private final T[] last = chains();

  @SuppressWarnings("unchecked")
  private T[] chains() {
    return (T[]) new Chained<?>[HASHES + 1];
  }

  /** The chain of a key. */
  public static int of(long key) {
    return (int) ((key * SPREAD) >>> SHIFT);
  }

  /** The chain of a pair of keys; that of {@link #of(long)} if the second is 0. */
  public static int of(long key, long second) {
    return of(key + second * SPREAD);
  }

  /** The first node of a chain, or null. */
  public T first(int chain) {
    return first[chain];
  }

  /** The last node of a chain, or null. */
  public T last(int chain) {
    return last[chain];
  }

  /** The node behind this one in its chain, or null. */
  public T next(T node) {
    return node.chainNext;
  }

  /** The node before this one in its chain, or null. */
  public T previous(T node) {
    return node.chainPrevious;
  }

  /** Adds a node behind another, or at the front if that is null. */
  public void addBehind(int chain, T before, T node) {
    T after = before == null ? first[chain] : before.chainNext;
    link(chain, before, node);
    link(chain, node, after);
  }

  /** Removes a node of this chain. */
  public void remove(int chain, T node) {
    link(chain, node.chainPrevious, node.chainNext);
    node.chainPrevious = null;
    node.chainNext = null;
  }

  /** Makes two nodes neighbours; null stands for the begin or the end of the chain. */
  private void link(int chain, T before, T after) {
    if (before == null) {
      first[chain] = after;
    } else {
      before.chainNext = after;
    }
    if (after == null) {
      last[chain] = before;
    } else {
      after.chainPrevious = before;
    }
  }
}
