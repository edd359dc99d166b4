package dev.weft.fabric.poll;

/**
 * Is called by a {@link Waitable} that it watches. Both methods run on any thread, which may hold
 * locks of an endpoint: they must return soon, must not throw, and must neither open nor close
 * objects.
 */
public interface EventListener {

  /** An event may have occurred. Called at least once after {@link EventWatch#arm} was false. */
  void onEvent();

  /** The object is about to be closed; no event follows. */
  default void onClose() {}
}
