package dev.weft.conformance;

/** What a run found out about one clause. */
public enum Verdict {

  /** The provider does what the clause says. */
  PASSED,

  /** The clause leaves a freedom; the provider used it in a legal way, which the reason names. */
  CHOSEN,

  /** Not checked; the reason names what the provider does not offer. */
  SKIPPED,

  /** The provider does something else; the reason says what was expected and what was seen. */
  FAILED;

  /** The word that reports print. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
