package dev.weft.ffm.operation;

/** Stands for the endpoint that posted an operation. */
public final class OperationOwner {
  private volatile long minimumMultiReceive;

  /** Stands for one endpoint. */
  public OperationOwner() {}

  /** {@code FI_OPT_MIN_MULTI_RECV}: a receive of many ends when less room is left. */
  public void minimumMultiReceive(long bytes) {
    minimumMultiReceive = bytes;
  }

  long minimumMultiReceive() {
    return minimumMultiReceive;
  }
}
