package dev.weft.completion.work;

import static dev.weft.completion.CompletionLayout.BUFFER;
import static dev.weft.completion.CompletionLayout.CONTEXT;
import static dev.weft.completion.CompletionLayout.DATA;
import static dev.weft.completion.CompletionLayout.FLAGS;
import static dev.weft.completion.CompletionLayout.LENGTH;
import static dev.weft.completion.CompletionLayout.SLOT_PADDING;
import static dev.weft.completion.CompletionLayout.SLOT_SHIFT;
import static dev.weft.completion.CompletionLayout.SOURCE;
import static dev.weft.completion.CompletionLayout.TAG;

/**
 * The fields of the current completion of an open batch. Without a batch, and in other threads,
 * every method throws an {@link IllegalStateException}.
 */
public abstract sealed class CurrentCompletion permits WorkCompletionReader {
  static final int SLOT_WORDS = 1 << SLOT_SHIFT;

  /** Destination for a translated entry of {@code fi_cq(3)}. */
  private final long[] translated = new long[SLOT_PADDING + SLOT_WORDS];

  /** The array that holds the entry; its first word, or 0 for no entry. */
  long[] words;

  int base;

  CurrentCompletion() {}

  /** Makes this the entry whose fields are read, translated to a work completion if necessary. */
  final void show(long[] slots, int slot) {
    if (WorkCompletionLayout.isWork(slots, slot)) {
      words = slots;
      base = slot;
    } else {
      Translation.toWork(slots, slot, translated, SLOT_PADDING);
      words = translated;
      base = SLOT_PADDING;
    }
  }

  /** {@link #base}, after checking that the calling thread may read. */
  abstract int here();

  /** {@code wr_id}. */
  public long wrId() {
    return words[here() + CONTEXT];
  }

  /** {@code status}: {@code enum ibv_wc_status}. */
  public int status() {
    return WorkCompletionLayout.status(words[here() + FLAGS]);
  }

  /** {@code ibv_wc_read_opcode(3)}. */
  public int opcode() {
    return WorkCompletionLayout.opcode(words[here() + FLAGS]);
  }

  /** {@code ibv_wc_read_wc_flags(3)}. */
  public int flags() {
    return (int) (words[here() + SOURCE] >>> 32);
  }

  /** {@code ibv_wc_read_vendor_err(3)}. */
  public int vendorError() {
    return (int) words[here() + LENGTH];
  }

  /** {@code ibv_wc_read_byte_len(3)}: unsigned. */
  public int byteLength() {
    return (int) (words[here() + LENGTH] >>> 32);
  }

  /** {@code ibv_wc_read_imm_data(3)}, {@code ibv_wc_read_invalidated_rkey(3)}. */
  public int immediateOrKey() {
    return (int) words[here() + DATA];
  }

  /** {@code ibv_wc_read_qp_num(3)}. */
  public int queuePair() {
    return (int) (words[here() + DATA] >>> 32);
  }

  /** {@code ibv_wc_read_src_qp(3)}. */
  public int sourceQueuePair() {
    return (int) words[here() + SOURCE];
  }

  /** {@code ibv_wc_read_slid(3)}. */
  public int slid() {
    return WorkCompletionLayout.slid(words[here() + BUFFER]);
  }

  /** {@code ibv_wc_read_sl(3)}. */
  public int serviceLevel() {
    return WorkCompletionLayout.serviceLevel(words[here() + BUFFER]);
  }

  /** {@code ibv_wc_read_dlid_path_bits(3)}. */
  public int pathBits() {
    return WorkCompletionLayout.pathBits(words[here() + BUFFER]);
  }

  /**
   * {@code ibv_wc_read_cvlan(3)}, {@code ibv_wc_read_flow_tag(3)}: 0, because frames have no VLAN
   * tag, and no rule sorts them into flows.
   */
  public int vlanOrFlowTag() {
    here();
    return 0;
  }

  /** Number of the local end-to-end context of reliable datagrams. */
  public int endToEndContext() {
    return (int) words[here() + TAG];
  }

  /** Freed resource count of reliable datagrams. */
  public int freedResources() {
    return WorkCompletionLayout.freedResources(words[here() + BUFFER]);
  }

  /** {@code ibv_wc_tm_info.tag}. */
  public long tagMatchingTag() {
    return words[here() + TAG];
  }

  /** {@code ibv_wc_tm_info.priv}. */
  public int tagMatchingPrivate() {
    return WorkCompletionLayout.tagMatchingPrivate(words[here() + FLAGS]);
  }

  /** {@code ibv_wc_read_completion_ts(3)}: {@link System#nanoTime} when it was added. */
  public abstract long time();

  /** {@code ibv_wc_read_completion_wallclock_ns(3)}: the same instant in ns since 1970. */
  public abstract long wallClock();
}
