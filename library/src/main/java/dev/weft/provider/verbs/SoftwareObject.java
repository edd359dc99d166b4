package dev.weft.provider.verbs;

import dev.weft.provider.verbs.device.UseCount;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsObject;

/**
 * Base class of the objects of a context. It counts against a quota, holds the context, and cannot
 * be destroyed while other objects use it. The creating call checks the arguments first, and calls
 * the constructor by {@link ObjectUses#create}, so that a call that fails takes nothing.
 */
public abstract class SoftwareObject implements VerbsObject {
  private final SoftwareContext context;
  private final ObjectUses uses;
  private final UseCount useCount;
  private volatile boolean closed;

  /**
   * Creates an unused object.
   *
   * @param uses released with this object
   * @param endingCall C name of the call that destroys it
   */
  SoftwareObject(ObjectUses uses, String endingCall) {
    this.context = uses.context();
    this.uses = uses;
    this.useCount = new UseCount(endingCall);
  }

  @Override
  public final VerbsContext verbs() {
    return context;
  }

  public final SoftwareContext owner() {
    return context;
  }

  /** The count of objects that use this one. */
  public final UseCount useCount() {
    return useCount;
  }

  @Override
  public final boolean isClosed() {
    return closed;
  }

  @Override
  public final void close() {
    if (useCount.beginEnd(this::otherHolder)) {
      try {
        awaitEvents();
      } finally {
        useCount.end();
        releaseAll();
      }
    }
  }

  /** A release that throws, for example by a user's allocator, keeps none of the used objects. */
  private void releaseAll() {
    try {
      release();
    } finally {
      uses.release();
      closed = true;
    }
  }

  /**
   * What else prevents the destruction; null if nothing does, and then the object accepts no more
   * holders. Called when the use count is 0.
   */
  String otherHolder() {
    return null;
  }

  /** Waits until the object's events are acknowledged. Called once, before {@link #release}. */
  void awaitEvents() {}

  /** Frees the object's resources. Called once, before the objects that it uses are released. */
  void release() {}
}
