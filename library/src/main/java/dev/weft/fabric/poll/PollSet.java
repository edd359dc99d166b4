package dev.weft.fabric.poll;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.info.Threading;

/**
 * {@code struct fid_poll}, {@code fi_poll(3)}: progresses many completion queues and counters with
 * one call and returns those that have events. In a domain with {@link Threading#SAFE} any thread
 * may call any method (PS-019).
 *
 * <p>A set of more than 32 members looks at those that had an event in the last millisecond, and is
 * told of events of the others, so that idle ones cost nothing. It looks at each member that was
 * opened with {@link WaitObject#NONE} or {@link WaitObject#YIELD}, belongs to another provider, or
 * has endpoints that other processes reach.
 */
public interface PollSet extends FabricObject {

  /**
   * {@code fi_poll_add(3)}: adds a completion queue or counter; adding it again changes nothing
   * (PS-003).
   *
   * @param flags ignored, as C does
   * @return 0, or {@code -}{@link Errno#EINVAL} for an object of another kind (PS-002)
   * @throws IllegalArgumentException for null
   */
  int add(FabricObject member, long flags);

  /**
   * {@code fi_poll_del(3)}: removes a member; does nothing for other objects. Returns 0.
   *
   * @param flags ignored, as C does
   * @throws IllegalArgumentException for null
   */
  int del(FabricObject member, long flags);

  /**
   * {@code fi_poll(3)}: progresses every member and stores the contexts of those with events.
   *
   * @param contexts receives at most {@code count} contexts, null ones included (PS-015); every
   *     member's context must fit into an element
   * @param count 0 to the array's length
   * @return how many were stored, 0 if nothing is ready
   * @throws IllegalArgumentException for another count, or an array whose elements cannot hold a
   *     member's context
   */
  int poll(Object[] contexts, int count);
}
