package dev.weft.conformance;

/** How binding the requirement of a clause is. */
public enum Level {

  /** A manual page says so. */
  REQUIRED('M'),

  /** Follows from a stated rule, or the reference's own tests and users rely on it. */
  INFERRED('M'),

  /** No manual page says so, but every implementation does it. */
  SETTLED('I'),

  /** A manual page says so, but a device may refuse it when the object is created. */
  OPTIONAL('O'),

  /** Several ways are allowed; the clause accepts each and says which one was chosen. */
  PERMITTED('P'),

  /** A hint that the implementation may ignore. */
  HINT('H'),

  /** An error of the caller: the call must fail in a defined way, not crash or hang. */
  CALLER_ERROR('X'),

  /** The sources are silent; the clause says which way was chosen. */
  UNSTATED('U');

  private final char letter;

  Level(char letter) {
    this.letter = letter;
  }

  /** The letter in the catalogue. */
  public char letter() {
    return letter;
  }
}
