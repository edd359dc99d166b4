package dev.weft.nic.workqueue;

/** One receive work request to be posted. Reusable. */
public final class ReceiveRequest extends BufferedRequest {

  public ReceiveRequest(int maximumBuffers) {
    super(maximumBuffers);
  }

  /** Removes all buffers. */
  public ReceiveRequest reset(long id) {
    wrId = id;
    buffers = 0;
    return this;
  }
}
