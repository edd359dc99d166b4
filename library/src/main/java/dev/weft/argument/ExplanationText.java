package dev.weft.argument;

import java.util.List;

/** The readable form of an explanation of an error. */
public final class ExplanationText {
  private ExplanationText() {}

  /**
   * Text of several lines.
   *
   * @param title name, number and short text of the error
   */
  public static String of(
      String title, String meaning, List<String> likelyCauses, String nextStep) {
    StringBuilder text = new StringBuilder(title).append("\n  meaning: ").append(meaning);
    for (String cause : likelyCauses) {
      text.append("\n  likely:  ").append(cause);
    }
    return text.append("\n  next:    ").append(nextStep).toString();
  }
}
