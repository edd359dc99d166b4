package dev.weft.futures;

import dev.weft.argument.ExplanationText;
import dev.weft.fabric.Errno;
import java.util.List;

/**
 * The explanation of an error of an operation: what it means and what to do.
 *
 * @param error a positive {@link Errno}
 * @param name its C name, such as {@code FI_ETRUNC}
 * @param meaning what has happened, and the state of the data
 * @param likelyCauses likely causes, the likeliest first
 * @param nextStep what to do
 */
public record Explanation(
    int error, String name, String meaning, List<String> likelyCauses, String nextStep) {

  /** The explanation of an error number; a general one for numbers that no completion carries. */
  public static Explanation of(int error) {
    return Explanations.of(Math.abs(error));
  }

  /** Readable text of several lines. */
  @Override
  public String toString() {
    String title = name + " " + error + " (" + Errno.strerror(error) + ")";
    return ExplanationText.of(title, meaning, likelyCauses, nextStep);
  }
}
