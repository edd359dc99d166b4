package dev.weft.futures;

import java.lang.foreign.MemorySegment;

/** One call that posts an operation, such as {@code endpoint.send(buffer, 8, peer, context)}. */
@FunctionalInterface
public interface Post {

  /**
   * Posts; may be called again after {@code -EAGAIN}.
   *
   * @param buffer the lent memory, or null
   * @param context the context to post with
   * @return the result of the call
   */
  int post(MemorySegment buffer, long context);
}
