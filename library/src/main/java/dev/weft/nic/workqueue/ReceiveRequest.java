package dev.weft.nic.workqueue;

/** One receive work request to be posted. Reusable. */
public final class ReceiveRequest {
  /** {@code wr_id}. */
  public long wrId;

  /** Number of buffers. */
  public int buffers;

  final long[] list;

  public ReceiveRequest(int maximumBuffers) {
    list = new long[2 * maximumBuffers];
  }

  /** Maximum number of buffers. */
  public int maximumBuffers() {
    return list.length / 2;
  }

  /** Removes all buffers. */
  public ReceiveRequest reset(long id) {
    wrId = id;
    buffers = 0;
    return this;
  }

  /** Adds a buffer; false if there are {@link #maximumBuffers} already. */
  public boolean add(long address, int length, int key) {
    if (buffers == maximumBuffers()) {
      return false;
    }
    BufferTable.set(list, 2 * buffers, address, length, key);
    buffers++;
    return true;
  }
}
