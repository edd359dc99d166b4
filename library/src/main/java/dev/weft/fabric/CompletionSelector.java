package dev.weft.fabric;

import java.util.function.Consumer;

/**
 * One wait for many completion queues, counters and event queues, as {@link
 * java.nio.channels.Selector} is for channels. No C counterpart; it does what a {@link WaitSet}
 * does, but members are registered and cancelled at any time, keep their own blocking calls, and
 * bring an attachment.
 *
 * <pre>{@code
 * try (CompletionSelector<Client> selector = fabric.openSelector()) {
 *   selector.register(queue, client);
 *   while (selector.select(ready -> ready.attachment().serve()) >= 0) {}
 * }
 * }</pre>
 *
 * <p><b>Ready</b> is a level, not an edge. A completion queue is ready until it is drained, a
 * failure at its head included, and so is an event queue; a counter until {@link Counter#read} and
 * {@link Counter#readErr} have told its present values. What is published before, during or after
 * any call makes a later one return: nothing is ever stranded.
 *
 * <p><b>Members.</b> Completion queues, counters and event queues of any domain, opened with
 * UNSPEC, FD, MUTEX_COND, POLLFD or SET. Objects opened with {@link WaitObject#NONE} or {@link
 * WaitObject#YIELD} notify no waiter; they are refused. A member may be a member of several
 * selectors, and threads may read and wait on it directly at the same time.
 *
 * <p><b>Threads.</b> Any thread may call any method at any time, an action included; virtual
 * threads give their carrier back while they wait. Any number of threads may select: what is
 * published wakes one of them, and each of them is shown all members that are ready, so that two
 * may be shown the same one and find it drained. Members of a domain with {@link Threading#DOMAIN}
 * are progressed by the selecting thread, which thus counts as a user of that domain.
 *
 * <p><b>Progress.</b> Selecting drives the progress of all members, as {@link PollSet#poll} does.
 *
 * @param <A> the type of the attachments
 */
public interface CompletionSelector<A> extends AutoCloseable {

  /**
   * Makes a queue or counter a member. Threads that wait already wait for it too.
   *
   * @param member may be ready already
   * @param attachment what {@link SelectorKey#attachment()} gives back; may be null
   * @throws FabricException {@link Errno#EINVAL} where the member was opened with NONE or YIELD, or
   *     is no object of this provider
   * @throws IllegalStateException where it is a member already, or it or the selector is closed
   */
  SelectorKey<A> register(Waitable member, A attachment);

  /**
   * Waits until a member is ready, then calls {@code action} for each that is, in turn; the first
   * in turn is another one each time.
   *
   * <p>May return 0 for no reason but {@link #wakeup} and interrupts. An exception of the action
   * ends the call; members that it was not called for stay ready.
   *
   * @param action called on this thread, without a lock; may read, register, cancel, select and
   *     close
   * @param timeoutMillis negative: no end; 0: do not wait
   * @return how many members were ready; 0 at the end of the time, after {@link #wakeup}, and after
   *     an interrupt, whose status stays set; {@code -}{@link Errno#EBADF} where the selector is
   *     closed, before or meanwhile
   */
  int select(Consumer<? super SelectorKey<A>> action, int timeoutMillis);

  /** {@link #select(Consumer, int)} without an end. */
  default int select(Consumer<? super SelectorKey<A>> action) {
    return select(action, -1);
  }

  /** {@link #select(Consumer, int)} that does not wait. */
  default int selectNow(Consumer<? super SelectorKey<A>> action) {
    return select(action, 0);
  }

  /**
   * Ends the wait of one thread, or else the next wait, with 0. Calls that have not ended any are
   * one call. A selection that finds something, or does not wait, uses none up.
   */
  void wakeup();

  /** How many members it has. */
  int size();

  /** Whether {@link #close} was called. */
  boolean isClosed();

  /** Ends all waits and all memberships; the members stay open. */
  @Override
  void close();
}
