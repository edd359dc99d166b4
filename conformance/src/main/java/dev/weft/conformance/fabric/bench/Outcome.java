package dev.weft.conformance.fabric.bench;

/**
 * The completion of an operation, successful or failed: exactly one component is not null.
 *
 * @param entry of an operation that succeeded
 * @param failure of one that did not
 */
public record Outcome(Entry entry, Failure failure) {

  /** Whether the operation failed. */
  public boolean failed() {
    return failure != null;
  }

  /** The operation's context. */
  public long context() {
    return failed() ? failure.context() : entry.context();
  }

  @Override
  public String toString() {
    return failed() ? failure.toString() : entry.toString();
  }
}
