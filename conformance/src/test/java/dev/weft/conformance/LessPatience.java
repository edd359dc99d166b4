package dev.weft.conformance;

/** Makes checks find a hang five times sooner while it is open: most faults are seen as one. */
final class LessPatience implements AutoCloseable {
  LessPatience() {
    System.setProperty(HangDetector.PATIENCE, "0.2");
  }

  @Override
  public void close() {
    System.clearProperty(HangDetector.PATIENCE);
  }
}
