package dev.weft.futures;

import dev.weft.fabric.Errno;
import java.util.List;

/**
 * What an error of an operation means to the one who has to do something about it.
 *
 * @param error a positive {@link Errno}
 * @param name its C name, such as {@code FI_ETRUNC}
 * @param meaning what has happened, and what has become of the data
 * @param likelyCauses what it mostly comes from, the likeliest first
 * @param nextStep what to do about it
 */
public record Explanation(
    int error, String name, String meaning, List<String> likelyCauses, String nextStep) {

  /** The explanation of an error number; one that never is in a completion gets a general one. */
  public static Explanation of(int error) {
    return Explanations.of(Math.abs(error));
  }

  /** Several lines for people. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(name).append(' ').append(error).append(" (").append(Errno.strerror(error));
    text.append(")\n  meaning: ").append(meaning);
    for (String cause : likelyCauses) {
      text.append("\n  likely:  ").append(cause);
    }
    return text.append("\n  next:    ").append(nextStep).toString();
  }
}
