package dev.weft.futures;

import dev.weft.fabric.Errno;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Turns the failure of a watch into the result of a future. */
final class PeerEnds {
  private static final Set<Integer> ENDS =
      Set.of(Errno.ECONNRESET, Errno.EHOSTUNREACH, Errno.EPROTO);

  private PeerEnds() {}

  /**
   * A future of the failure by which a watch reports that its peer is gone. It completes
   * exceptionally if the watch ends otherwise. If it is cancelled, so is the watch.
   */
  static CompletableFuture<Failure> of(CompletableFuture<Success> watch) {
    CompletableFuture<Failure> gone = new CompletableFuture<>();
    var _ = gone.whenComplete((_, _) -> watch.cancel(false));
    var _ = watch.whenComplete((_, thrown) -> complete(gone, thrown));
    return gone;
  }

  private static void complete(CompletableFuture<Failure> gone, Throwable thrown) {
    if (thrown instanceof OperationFailedException failed && isEnd(failed.failure())) {
      gone.complete(failed.failure());
    } else {
      gone.completeExceptionally(thrown);
    }
  }

  private static boolean isEnd(Failure failure) {
    return ENDS.contains(failure.error());
  }
}
