package dev.weft.conformance;

/** How strongly the specification asks for what a clause checks. */
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

  /** Advice to the implementation, which may ignore it. */
  HINT('H'),

  /** The caller's mistake: the clause asks for a defined answer instead of a crash or a hang. */
  CALLER_ERROR('X'),

  /** The sources are silent; the clause says which way was chosen. */
  UNSTATED('U');

  private final char letter;

  Level(char letter) {
    this.letter = letter;
  }

  /** The catalogue's letter. */
  public char letter() {
    return letter;
  }
}
