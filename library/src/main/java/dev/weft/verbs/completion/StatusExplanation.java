package dev.weft.verbs.completion;

import java.util.List;

/**
 * The explanation of an {@code enum ibv_wc_status}: what it means, what usually causes it, and what
 * to do. No C counterpart.
 *
 * @param status a {@link CompletionStatus}
 * @param name its C name, such as {@code IBV_WC_RETRY_EXC_ERR}
 * @param meaning what has happened, and the state of the data and the queue pair
 * @param likelyCauses likely causes, the likeliest first; empty for a success
 * @param nextStep what to do
 */
public record StatusExplanation(
    int status, String name, String meaning, List<String> likelyCauses, String nextStep) {

  /** Copies the list. */
  public StatusExplanation {
    likelyCauses = List.copyOf(likelyCauses);
  }

  /** Readable text of several lines. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(name).append(' ').append(status).append(" (");
    text.append(CompletionStatus.text(status)).append(")\n  meaning: ").append(meaning);
    for (String cause : likelyCauses) {
      text.append("\n  likely:  ").append(cause);
    }
    return text.append("\n  next:    ").append(nextStep).toString();
  }
}
