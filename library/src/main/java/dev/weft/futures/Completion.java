package dev.weft.futures;

/** The completion of one operation. */
public sealed interface Completion permits Success, Failure {

  /** {@code op_context}: the context that the operation was posted with. */
  long context();

  /** {@code flags}: {@link dev.weft.fabric.completion.CompletionFlags} of the operation. */
  long flags();

  /**
   * {@code src_addr}: the sender, usable as a destination, or {@link
   * dev.weft.fabric.FabricAddress#NOTAVAIL}.
   */
  long source();
}
