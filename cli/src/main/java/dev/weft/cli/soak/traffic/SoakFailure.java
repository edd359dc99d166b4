package dev.weft.cli.soak.traffic;

/** A message or completion was lost, duplicated or damaged, or a thread was stranded. */
public final class SoakFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SoakFailure(String message) {
    super(message);
  }
}
