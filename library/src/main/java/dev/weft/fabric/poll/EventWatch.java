package dev.weft.fabric.poll;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;

/**
 * What a selector, a wait set or a poll set needs of a member, whatever its provider: the readiness
 * contract. No C counterpart. {@link Waitable#watch} returns it. A thread waits as follows:
 *
 * <pre>{@code
 * while (!watch.arm()) {
 *   // sleep until the listener was called
 * }
 * }</pre>
 *
 * <p>No event is missed: one that occurs after {@link #arm} has looked calls the listener. Any
 * thread may call any method.
 */
public interface EventWatch extends AutoCloseable {

  /**
   * Drives progress, then checks whether there is something to read: a level. A {@link
   * CompletionQueue} is ready until it is drained, a failure at its head included; a {@link
   * Counter} until both its values have been read since they changed.
   */
  boolean isReady();

  /** {@link #isReady}; after false the listener is called once there may be an event. */
  boolean arm();

  /**
   * Whether there is something to report since the last call of this method: {@link #isReady},
   * except for counters, which are reported once for each change (PS-008, PS-017).
   */
  boolean takeEvent();

  /** Ends the watch: the listener is not called any more, but for a call that is under way. */
  @Override
  void close();
}
