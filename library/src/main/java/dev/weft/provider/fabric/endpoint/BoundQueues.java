package dev.weft.provider.fabric.endpoint;

import dev.weft.completion.CompletionWriter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.check.EndpointRights;
import dev.weft.provider.fabric.queue.SoftwareCompletionQueue;
import java.util.function.Consumer;

/** The completion queues of an endpoint, by direction ({@code fi_ep_bind(3)}). */
final class BoundQueues {
  private SoftwareCompletionQueue sends;
  private SoftwareCompletionQueue receives;

  void bind(
      ObjectClass endpoint, SoftwareCompletionQueue queue, boolean transmit, boolean receive) {
    requireFree("TRANSMIT", transmit && sends != null);
    requireFree("RECV", receive && receives != null);
    if ((transmit || receive) && queue != sends && queue != receives) {
      queue.bound(endpoint);
    }
    sends = transmit ? queue : sends;
    receives = receive ? queue : receives;
  }

  private static void requireFree(String direction, boolean taken) {
    if (taken) {
      throw AttributeChecks.invalid(
          "fi_ep_bind", direction + " is bound already", "Bind each direction once");
    }
  }

  /** Throws unless an endpoint with these rights has the queues that it needs. */
  void requireFor(EndpointRights rights) {
    require(rights.sends() && sends == null, "no queue for TRANSMIT is bound");
    require(rights.receives() && receives == null, "no queue for RECV is bound");
    require(sends == null && receives == null, "no queue is bound");
  }

  private static void require(boolean missing, String detail) {
    EndpointState.requireUnbound(missing, Errno.ENOCQ, detail);
  }

  /** Where sends complete. A direction without a queue takes the other one. */
  CompletionWriter sendWriter() {
    return (sends == null ? receives : sends).writer();
  }

  /** Asks for progress once entries were read from where sends complete. */
  void wantRoom() {
    (sends == null ? receives : sends).wantRoom();
  }

  /**
   * Where receives complete. The entry of a peer's write with data goes to the other queue if none
   * is bound for receives: its data would be lost otherwise.
   */
  CompletionWriter receiveWriter() {
    return (receives == null ? sends : receives).writer();
  }

  boolean anySleeps() {
    return sleeps(sends) || sleeps(receives);
  }

  private static boolean sleeps(SoftwareCompletionQueue queue) {
    return queue != null && queue.waiting().sleeps();
  }

  /** Each queue once; every doorbell calls it. */
  void each(Consumer<SoftwareCompletionQueue> action) {
    call(action, sends);
    if (receives != sends) {
      call(action, receives);
    }
  }

  private static void call(
      Consumer<SoftwareCompletionQueue> action, SoftwareCompletionQueue queueOrNull) {
    if (queueOrNull != null) {
      action.accept(queueOrNull);
    }
  }
}
