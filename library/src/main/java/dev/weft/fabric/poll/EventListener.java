package dev.weft.fabric.poll;

/**
 * Is called by a {@link Waitable} that it watches. No C counterpart. Both methods run on any
 * thread, which may hold locks of an endpoint: they must return soon, and must neither open nor
 * close objects. What they throw is logged, and changes nothing else.
 */
public interface EventListener {

  /** An event may have occurred. Called at least once after {@link EventWatch#arm} was false. */
  void onEvent();

  /** The object is about to be closed; no event follows. */
  default void onClose() {}
}
