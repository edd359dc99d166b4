package dev.weft.nic.queuepair;

/** One receive work request, as it is given to be posted; used again and again. */
public final class ReceiveRequest {
  /** {@code wr_id}. */
  public long wrId;

  /** How many buffers there are. */
  public int buffers;

  final long[] list;

  ReceiveRequest(int maximumBuffers) {
    list = new long[2 * maximumBuffers];
  }

  /** The most buffers that a request may have. */
  public int maximumBuffers() {
    return list.length / 2;
  }

  /** Without buffers. */
  public ReceiveRequest reset(long id) {
    wrId = id;
    buffers = 0;
    return this;
  }

  /** Adds a buffer; false where there are {@link #maximumBuffers} already. */
  public boolean add(long address, int length, int key) {
    if (buffers == maximumBuffers()) {
      return false;
    }
    BufferTable.set(list, 2 * buffers, address, length, key);
    buffers++;
    return true;
  }
}
