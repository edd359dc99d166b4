package dev.weft.verbs.completion;

/**
 * {@code struct ibv_wc_tm_info}: tag and application word of a message (VQ-47). Reusable. One
 * thread at a time may use it.
 */
public final class TagMatchingInfo {

  private long tag;
  private int privateData;

  /** Creates it with zeros. */
  public TagMatchingInfo() {}

  /** {@code tag}: the sender's tag. */
  public long tag() {
    return tag;
  }

  /** {@code priv}: the sender's application word. */
  public int privateData() {
    return privateData;
  }

  /** Sets both fields. Called by the queue. */
  public void set(long tag, int privateData) {
    this.tag = tag;
    this.privateData = privateData;
  }

  @Override
  public String toString() {
    return "TagMatchingInfo[tag=0x%x, priv=0x%x]".formatted(tag, privateData);
  }
}
