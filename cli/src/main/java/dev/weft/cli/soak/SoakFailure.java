package dev.weft.cli.soak;

/** A message or completion was lost, duplicated or damaged, or a thread was stranded. */
final class SoakFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  SoakFailure(String message) {
    super(message);
  }
}
