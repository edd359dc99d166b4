package dev.weft.provider.verbs;

import dev.weft.provider.verbs.device.Quota;
import dev.weft.provider.verbs.device.UseCount;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Base class of the objects of a context. It counts against a quota, holds the context, and cannot
 * be destroyed while other objects use it. A constructor checks its arguments before it calls this
 * one, so that a rejected call takes nothing.
 */
public abstract class SoftwareObject implements VerbsObject {
  private final SoftwareContext context;
  private final Quota quota;
  private final UseCount useCount;
  private final List<SoftwareObject> used = new ArrayList<>();
  private volatile boolean closed;

  /**
   * Creates an unused object.
   *
   * @param creatingCall C name of the call that creates it
   * @param endingCall C name of the call that destroys it
   */
  SoftwareObject(SoftwareContext context, Quota quota, String creatingCall, String endingCall) {
    quota.take(creatingCall);
    context.useCount().add();
    this.context = context;
    this.quota = quota;
    this.useCount = new UseCount(endingCall);
  }

  /** Uses an object, unless it is null, until this one is destroyed. For constructors. */
  final void use(SoftwareObject other) {
    if (other != null) {
      other.useCount.add();
      used.add(other);
    }
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
      used.forEach(other -> other.useCount.remove());
      context.useCount().remove();
      quota.give();
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
