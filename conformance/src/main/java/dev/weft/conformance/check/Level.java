package dev.weft.conformance.check;

/** How binding the requirement of a clause is. */
public enum Level {

  /** A manual page says so. */
  REQUIRED('M', "a manual page says so"),

  /** Follows from a stated rule, or the reference's own tests and users rely on it. */
  INFERRED('M', "follows from a stated rule, or the reference's own tests and users rely on it"),

  /** No manual page says so, but every implementation does it. */
  SETTLED('I', "no manual page says so, but every implementation does it"),

  /** A manual page says so, but a device may refuse it when the object is created. */
  OPTIONAL('O', "a manual page says so, but a device may refuse it when the object is created"),

  /** Several ways are allowed; the clause accepts each and says which one was chosen. */
  PERMITTED('P', "several ways are allowed; the clause accepts each and says which one was chosen"),

  /** A hint that the implementation may ignore. */
  HINT('H', "a hint that the implementation may ignore"),

  /** An error of the caller: the call must fail in a defined way, not crash or hang. */
  CALLER_ERROR(
      'X', "an error of the caller: the call must fail in a defined way, not crash or hang"),

  /** The sources are silent; the clause says which way was chosen. */
  UNSTATED('U', "the sources are silent; the clause says which way was chosen");

  private final char letter;
  private final String meaning;

  Level(char letter, String meaning) {
    this.letter = letter;
    this.meaning = meaning;
  }

  /** The letter in the catalogue. */
  public char letter() {
    return letter;
  }

  /** What it means for an implementation, in a few words. */
  public String meaning() {
    return meaning;
  }
}
