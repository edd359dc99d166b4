package dev.weft.futures;

/** How one operation has ended. */
public sealed interface Completion permits Success, Failure {

  /** {@code op_context}: the context that the operation was posted with. */
  long context();

  /** {@code flags}: {@link dev.weft.fabric.CompletionFlags} of the operation. */
  long flags();

  /**
   * {@code src_addr}: who sent it, usable as a destination, or {@link
   * dev.weft.fabric.FabricAddress#NOTAVAIL}.
   */
  long source();
}
