package dev.weft.futures;

import java.util.ArrayList;
import java.util.Iterator;

/** Ended operations in the order of their completions. */
final class EndedList {
  private static final int FIRST_CAPACITY = 16;

  private final ArrayList<Ended> all = new ArrayList<>();

  /** Allocates room for one more, which is then added without an allocation. */
  void makeRoom() {
    all.ensureCapacity(Math.max(FIRST_CAPACITY, all.size() + 1));
  }

  void add(Ended ended) {
    all.add(ended);
  }

  int size() {
    return all.size();
  }

  Ended get(int index) {
    return all.get(index);
  }

  /** The completions of operations that were not submitted here. */
  Iterator<Completion> ofOthers() {
    return all.stream().filter(Ended::isOfOthers).map(Ended::completion).iterator();
  }
}
