package dev.weft.cli.soak;

/** Something was lost, duplicated, damaged or stranded. */
final class SoakFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  SoakFailure(String message) {
    super(message);
  }
}
