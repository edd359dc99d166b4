package dev.weft;

import java.util.ArrayList;
import java.util.List;

/** Takes all of a small heap, so that what a test does next finds no room for {@code BYTES}. */
public final class HeapHoard implements AutoCloseable {
  private static final int BYTES = 1 << 14;
  private static final int MOST = 1 << 16;

  private final List<byte[]> taken = new ArrayList<>(MOST);

  /** Takes what is left. */
  public void take() {
    try {
      while (taken.size() < MOST) {
        taken.add(new byte[BYTES]);
      }
    } catch (OutOfMemoryError full) {
      return;
    }
    throw new IllegalStateException("the heap is not small");
  }

  @Override
  public void close() {
    taken.clear();
  }
}
