package dev.weft.futures;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.ErrorCompletion;

/**
 * {@code struct fi_cq_err_entry}: an operation that failed. It has no length, data or buffer.
 *
 * @param context {@code op_context}: the context that the operation was posted with
 * @param flags {@code flags}: {@link CompletionFlags} of the operation
 * @param error {@code err}: a positive {@link Errno}
 * @param providerError {@code prov_errno}: the provider's own number
 * @param providerText the provider's text ({@code fi_cq_strerror(3)})
 * @param overflow {@code olen}: bytes of the message that did not fit, with {@link Errno#ETRUNC}
 * @param source the sender, or {@link FabricAddress#NOTAVAIL}
 */
public record Failure(
    long context,
    long flags,
    int error,
    int providerError,
    String providerText,
    long overflow,
    long source)
    implements Completion {

  static Failure of(ErrorCompletion entry, CompletionQueue queue) {
    return new Failure(
        entry.context(),
        entry.flags(),
        entry.error(),
        entry.providerError(),
        queue.strerror(entry.providerError(), entry.errorData(), null),
        entry.overflowLength(),
        entry.source());
  }

  /** A failure without a completion entry: the post was refused, or the endpoint closed. */
  static Failure withoutEntry(long context, int error) {
    return new Failure(context, 0, error, 0, "", 0, FabricAddress.NOTAVAIL);
  }

  /** The name, meaning and likely causes of the error, and what to do next. */
  public Explanation explain() {
    return Explanation.of(error);
  }

  @Override
  public String toString() {
    return "Failure[%s %d: %s, context=0x%x, flags=%s%s]"
        .formatted(
            Errno.name(error),
            error,
            Errno.strerror(error),
            context,
            CompletionFlags.describe(flags),
            overflow == 0 ? "" : ", " + overflow + " bytes found no room");
  }
}
