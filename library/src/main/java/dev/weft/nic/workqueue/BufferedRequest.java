package dev.weft.nic.workqueue;

/** A work request to be posted: its identifier and its buffers. */
public abstract sealed class BufferedRequest permits ReceiveRequest, SendRequest {

  /** {@code wr_id}. */
  public long wrId;

  /** Number of buffers. */
  public int buffers;

  /** Address, then length and key, per buffer. */
  public final long[] list;

  BufferedRequest(int maximumBuffers) {
    list = new long[2 * maximumBuffers];
  }

  public final int maximumBuffers() {
    return list.length / 2;
  }

  /** Adds a buffer; false if there are {@link #maximumBuffers} already. */
  public final boolean add(long address, int length, int key) {
    int at = 2 * buffers;
    if (at == list.length) {
      return false;
    }
    BufferTable.set(list, at, address, length, key);
    buffers++;
    return true;
  }
}
