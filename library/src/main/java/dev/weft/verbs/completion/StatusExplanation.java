package dev.weft.verbs.completion;

import dev.weft.argument.ExplanationText;
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
    String title = name + " " + status + " (" + CompletionStatus.text(status) + ")";
    return ExplanationText.of(title, meaning, likelyCauses, nextStep);
  }
}
