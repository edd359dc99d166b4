package dev.weft.nic.workqueue;

import java.util.Arrays;

/**
 * The tagged receives of a queue, in the order in which they were added. A message matches the
 * first entry whose tag equals the message's tag under the entry's mask.
 *
 * <pre>
 *   first                                                  last
 *     | entries that match          | entries that wait      |
 *     +-----------------------------+------------------------+      an entry that was taken is
 *                                   ^ sequence of matchable         kept until it is freed
 *
 *   words of an entry, as in a ReceiveRing   0 wr_id   1 buffers   2 buffers, two words each
 *   handle                                  generation 20 | index 12
 * </pre>
 *
 * <p>Used by one thread at a time.
 */
public final class TagList {
  /** Instead of an index: none. */
  public static final int NONE = -1;

  private static final int INDEX_BITS = 12;

  /** Maximum number of entries. */
  static final int MAX = 1 << INDEX_BITS;

  public final long[] words;
  private final int stride;
  private final long[] tags;
  private final long[] masks;
  private final long[] sequences;
  private final int[] generations;
  private final int[] next;
  private final int[] previous;
  private int first = NONE;
  private int last = NONE;
  private int free;
  private long added;

  /** Entries added before this sequence number match. */
  private long matchable;

  TagList(int capacity, int buffers) {
    stride = ReceiveRing.BUFFERS + 2 * buffers;
    words = new long[capacity * stride];
    tags = new long[capacity];
    masks = new long[capacity];
    sequences = new long[capacity];
    generations = new int[capacity];
    next = new int[capacity];
    previous = new int[capacity];
    Arrays.setAll(next, index -> index + 1 < capacity ? index + 1 : NONE);
    Arrays.fill(previous, NOT_IN_LIST);
  }

  /** Marks an entry that is not in the list. */
  private static final int NOT_IN_LIST = -2;

  public int stride() {
    return stride;
  }

  public boolean isFull() {
    return free == NONE;
  }

  /** Appends an entry, which does not match yet; returns its index. There must be room. */
  int add(ReceiveRequest request, long tag, long mask) {
    int index = free;
    free = next[index];
    int at = at(index);
    words[at] = request.wrId;
    words[at + ReceiveRing.COUNT] = request.buffers;
    System.arraycopy(request.list, 0, words, at + ReceiveRing.BUFFERS, 2 * request.buffers);
    tags[index] = tag;
    masks[index] = mask;
    sequences[index] = added++;
    link(index);
    return index;
  }

  private void link(int index) {
    next[index] = NONE;
    previous[index] = last;
    if (last == NONE) {
      first = index;
    } else {
      next[last] = index;
    }
    last = index;
  }

  /** Makes all entries match. */
  void matchAll() {
    matchable = added;
  }

  /** Whether there is an entry that does not match yet. */
  public boolean isWaiting() {
    return last != NONE && sequences[last] >= matchable;
  }

  /** The first entry that matches this tag, or {@link #NONE}. */
  public int find(long tag) {
    for (int index = first; index != NONE && sequences[index] < matchable; index = next[index]) {
      if ((tag & masks[index]) == tags[index]) {
        return index;
      }
    }
    return NONE;
  }

  /** Removes an entry from the list and keeps its index. */
  public void take(int index) {
    int before = previous[index];
    int after = next[index];
    if (before == NONE) {
      first = after;
    } else {
      next[before] = after;
    }
    if (after == NONE) {
      last = before;
    } else {
      previous[after] = before;
    }
    previous[index] = NOT_IN_LIST;
    generations[index]++;
  }

  /** Frees the index of a taken entry. */
  public void free(int index) {
    next[index] = free;
    free = index;
  }

  /** Position of an entry's words. */
  public int at(int index) {
    return index * stride;
  }

  /** The handle of an entry, by which it can be removed. */
  int handle(int index) {
    return generations[index] << INDEX_BITS | index;
  }

  /** Whether a handle is in the valid range. */
  public boolean isHandle(int handle) {
    return (handle & (MAX - 1)) < generations.length;
  }

  /** Removes an entry; false if it was taken or removed already. */
  boolean remove(int handle) {
    int index = handle & (MAX - 1);
    if (previous[index] == NOT_IN_LIST || handle(index) != handle) {
      return false;
    }
    take(index);
    free(index);
    return true;
  }
}
