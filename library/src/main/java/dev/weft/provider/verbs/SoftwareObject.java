package dev.weft.provider.verbs;

import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsObject;

/**
 * What every object of a context has in common: it counts against a quota, holds the context, and
 * cannot be ended while others use it. A constructor judges its arguments before it calls this one,
 * so that what was refused has taken nothing.
 */
abstract class SoftwareObject implements VerbsObject {
  private final SoftwareContext context;
  private final Quota quota;
  private final UseCount useCount;

  /**
   * An object that nobody uses yet.
   *
   * @param creatingCall C name of the call that creates it
   * @param endingCall C name of the call that ends it
   */
  SoftwareObject(SoftwareContext context, Quota quota, String creatingCall, String endingCall) {
    quota.take(creatingCall);
    context.useCount().add();
    this.context = context;
    this.quota = quota;
    this.useCount = new UseCount(endingCall);
  }

  @Override
  public final VerbsContext verbs() {
    return context;
  }

  final SoftwareContext owner() {
    return context;
  }

  /** Who depends on this. */
  final UseCount useCount() {
    return useCount;
  }

  @Override
  public final boolean isClosed() {
    return useCount.isEnded();
  }

  @Override
  public final void close() {
    if (useCount.beginEnd(this::mayEnd)) {
      awaitEvents();
      useCount.end();
      release();
      context.useCount().remove();
      quota.give();
    }
  }

  /** Whether nothing but the counted uses keeps it from ending; asked when there are none. */
  boolean mayEnd() {
    return true;
  }

  /** Waits until nobody knows the object by an event only; called once, while it is whole. */
  void awaitEvents() {}

  /** Frees what the object holds and lets go of what it depends on; called once. */
  abstract void release();
}
