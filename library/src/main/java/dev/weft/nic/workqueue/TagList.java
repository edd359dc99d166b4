package dev.weft.nic.workqueue;

import java.util.Arrays;

/**
 * The tagged receives of a queue, in the order in which they were added. A message matches the
 * first entry whose tag equals the message's tag under the entry's mask.
 *
 * <pre>
 *   first                                                  last
 *     | entries that match          | entries that wait      |
 *     +-----------------------------+------------------------+      a place that was taken is
 *                                   ^ sequence of matchable         kept until it is freed
 *
 *   words of a place, as in a ReceiveRing   0 wr_id   1 buffers   2 buffers, two words each
 *   handle                                  generation 20 | place 12
 * </pre>
 *
 * <p>Used by one thread at a time.
 */
public final class TagList {
  /** Instead of a place: none. */
  public static final int NONE = -1;

  private static final int PLACE_BITS = 12;

  /** Maximum number of entries. */
  static final int MAX = 1 << PLACE_BITS;

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
    Arrays.setAll(next, place -> place + 1 < capacity ? place + 1 : NONE);
    Arrays.fill(previous, NOT_IN_LIST);
  }

  /** Marks a place that is not in the list. */
  private static final int NOT_IN_LIST = -2;

  public int stride() {
    return stride;
  }

  public boolean isFull() {
    return free == NONE;
  }

  /** Appends an entry, which does not match yet; returns its place. There must be room. */
  int add(ReceiveRequest request, long tag, long mask) {
    int place = free;
    free = next[place];
    int at = at(place);
    words[at] = request.wrId;
    words[at + ReceiveRing.COUNT] = request.buffers;
    System.arraycopy(request.list, 0, words, at + ReceiveRing.BUFFERS, 2 * request.buffers);
    tags[place] = tag;
    masks[place] = mask;
    sequences[place] = added++;
    link(place);
    return place;
  }

  private void link(int place) {
    next[place] = NONE;
    previous[place] = last;
    if (last == NONE) {
      first = place;
    } else {
      next[last] = place;
    }
    last = place;
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
    for (int place = first; place != NONE && sequences[place] < matchable; place = next[place]) {
      if ((tag & masks[place]) == tags[place]) {
        return place;
      }
    }
    return NONE;
  }

  /** Removes an entry from the list and keeps its place. */
  public void take(int place) {
    int before = previous[place];
    int after = next[place];
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
    previous[place] = NOT_IN_LIST;
    generations[place]++;
  }

  /** Frees the place of a taken entry. */
  public void free(int place) {
    next[place] = free;
    free = place;
  }

  /** Position of an entry's words. */
  public int at(int place) {
    return place * stride;
  }

  /** The handle of an entry, by which it can be removed. */
  int handle(int place) {
    return generations[place] << PLACE_BITS | place;
  }

  /** Whether a handle is in the valid range. */
  public boolean isHandle(int handle) {
    return (handle & (MAX - 1)) < generations.length;
  }

  /** Removes an entry; false if it was taken or removed already. */
  boolean remove(int handle) {
    int place = handle & (MAX - 1);
    if (previous[place] == NOT_IN_LIST || handle(place) != handle) {
      return false;
    }
    take(place);
    free(place);
    return true;
  }
}
