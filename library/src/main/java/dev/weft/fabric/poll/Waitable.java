package dev.weft.fabric.poll;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;

/**
 * An object whose events a thread can wait for: a {@link CompletionQueue}, a {@link Counter}, an
 * {@link EventQueue} or a {@link WaitSet}. {@link Fabric#tryWait} takes them (TW-007).
 */
public interface Waitable extends FabricObject {

  /**
   * Watches for events, on behalf of a selector, a wait set or a poll set, which may belong to
   * another provider. No C counterpart.
   *
   * @param listener called after events; null to poll only, which objects that notify no waiter
   *     allow too
   * @throws FabricException {@link Errno#EINVAL} if the object was opened with {@link
   *     WaitObject#NONE} or {@link WaitObject#YIELD} and {@code listener} is not null, and if the
   *     provider has no watches
   * @throws IllegalStateException if the object is closed
   */
  default EventWatch watch(EventListener listener) {
    throw new FabricException(
        Errno.EINVAL, "Waitable.watch", "object=" + this, "This provider has no watches");
  }
}
