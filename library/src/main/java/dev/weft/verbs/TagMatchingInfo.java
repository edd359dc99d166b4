package dev.weft.verbs;

/**
 * {@code struct ibv_wc_tm_info}: what a tagged message carries; made to be reused (VQ-47). One
 * thread at a time may use it.
 */
public final class TagMatchingInfo {

  private long tag;
  private int privateData;

  /** Zeros. */
  public TagMatchingInfo() {}

  /** {@code tag}: the sender's tag. */
  public long tag() {
    return tag;
  }

  /** {@code priv}: the sender's own word. */
  public int privateData() {
    return privateData;
  }

  /** Sets both; called by the queue. */
  public void set(long tag, int privateData) {
    this.tag = tag;
    this.privateData = privateData;
  }

  @Override
  public String toString() {
    return "TagMatchingInfo[tag=0x%x, priv=0x%x]".formatted(tag, privateData);
  }
}
