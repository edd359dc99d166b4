package dev.weft;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** All direct memory of the process, so that nothing else gets any until it is given back. */
public final class DirectMemoryHoard implements AutoCloseable {
  private final List<ByteBuffer> all = new ArrayList<>();

  public DirectMemoryHoard() {
    for (int size = 1 << 16; size > 0; size /= 2) {
      takeParts(size);
    }
  }

  private void takeParts(int size) {
    try {
      while (true) {
        all.add(ByteBuffer.allocateDirect(size));
      }
    } catch (OutOfMemoryError none) {
      // smaller parts may be left
    }
  }

  @Override
  public void close() {
    all.clear();
    System.gc();
  }
}
