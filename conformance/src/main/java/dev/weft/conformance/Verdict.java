package dev.weft.conformance;

/** The result of one check of a clause. */
public enum Verdict {

  /** The provider does what the clause says. */
  PASSED,

  /** The clause allows several behaviours; the reason names the provider's. */
  CHOSEN,

  /** Not checked; the reason names what the provider lacks. */
  SKIPPED,

  /** The provider violates the clause; the reason says what was expected and what was seen. */
  FAILED;

  /** The word that reports print. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
