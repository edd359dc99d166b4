package dev.weft.fabric.poll;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.info.Threading;
import java.util.function.Consumer;

/**
 * Waits for many completion queues, counters and event queues, as {@link
 * java.nio.channels.Selector} does for channels. No C counterpart. Unlike the members of a {@link
 * WaitSet}, members are registered and cancelled at any time, keep their own blocking calls, and
 * have an attachment.
 *
 * <pre>{@code
 * try (CompletionSelector<Client> selector = fabric.openSelector()) {
 *   selector.register(queue, client);
 *   while (selector.select(ready -> ready.attachment().serve()) >= 0) {}
 * }
 * }</pre>
 *
 * <p><b>Ready</b> is a level, not an edge. A completion queue is ready until it is drained, a
 * failure at its head included; so is an event queue. A counter is ready until {@link Counter#read}
 * and {@link Counter#readErr} have returned its current values. An event that is published before,
 * during or after a call makes a later call return: none is missed.
 *
 * <p><b>Members.</b> Completion queues, counters and event queues of any domain and any provider
 * with watches ({@link Waitable#watch}), opened with UNSPEC, FD, MUTEX_COND, POLLFD or SET. Objects
 * opened with {@link WaitObject#NONE} or {@link WaitObject#YIELD} notify no waiter; {@link
 * #register} rejects them. A member may be a member of several selectors, and threads may read and
 * wait on it directly at the same time.
 *
 * <p><b>Threads.</b> Any thread may call any method at any time, an action included; virtual
 * threads release their carrier while they wait. Any number of threads may select: an event wakes
 * one of them. Each gets all ready members, so that two threads may get the same member and one of
 * them finds it drained. Members of a domain with {@link Threading#DOMAIN} are progressed by the
 * selecting thread, which thus counts as a user of that domain.
 *
 * <p><b>Progress.</b> Selecting drives the progress of all members, as {@link PollSet#poll} does.
 * Of more than 32 members those without events cost nothing after a selection that has waited, nor,
 * in one process, after a millisecond of selections that did not wait.
 *
 * @param <A> the type of the attachments
 */
public interface CompletionSelector<A> extends AutoCloseable {

  /**
   * Registers a queue or counter. Threads that are already waiting wait for it too.
   *
   * @param member may be ready already
   * @param attachment what {@link SelectorKey#attachment()} returns; may be null
   * @throws FabricException {@link Errno#EINVAL} if the member was opened with NONE or YIELD, or
   *     its provider has no watches
   * @throws IllegalStateException if it is registered already, or it or the selector is closed
   */
  SelectorKey<A> register(Waitable member, A attachment);

  /**
   * Waits until a member is ready, then calls {@code action} for each ready member. Each call
   * starts with another member.
   *
   * <p>There are no spurious returns. An exception of the action ends the call; members that it was
   * not called for stay ready.
   *
   * @param action called on this thread, without a lock; may read, register, cancel, select and
   *     close
   * @param timeoutMillis negative: no limit; 0: do not wait
   * @return how many members were ready; 0 on timeout, after {@link #wakeup}, and after an
   *     interrupt, whose status stays set; {@code -}{@link Errno#EBADF} if the selector is closed,
   *     before or meanwhile
   */
  int select(Consumer<? super SelectorKey<A>> action, int timeoutMillis);

  /** {@link #select(Consumer, int)} without a timeout. */
  default int select(Consumer<? super SelectorKey<A>> action) {
    return select(action, -1);
  }

  /** {@link #select(Consumer, int)} that does not wait. */
  default int selectNow(Consumer<? super SelectorKey<A>> action) {
    return select(action, 0);
  }

  /**
   * Makes one waiting thread return 0, or else the next thread that waits. Unconsumed wakeups
   * coalesce. A selection that finds ready members, or does not wait, consumes none.
   */
  void wakeup();

  /** The number of members. */
  int size();

  /** Whether {@link #close} was called. */
  boolean isClosed();

  /** Ends all waits and cancels all keys; the members stay open. */
  @Override
  void close();
}
