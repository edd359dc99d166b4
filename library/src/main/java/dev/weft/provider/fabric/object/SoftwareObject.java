package dev.weft.provider.fabric.object;

import dev.weft.argument.Require;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.ObjectClass;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The base class of fabric objects: context and closing. An object cannot be closed while others
 * depend on it; they are counted by {@link #addDependent} and {@link #removeDependent}.
 */
public abstract class SoftwareObject implements FabricObject, Parent {
  private final ObjectClass objectClass;
  private final Object context;
  private final Dependents dependents = new Dependents();
  private final List<Parent> parents = new CopyOnWriteArrayList<>();

  /** Whether {@link #close} has begun. */
  private volatile boolean closing;

  private volatile boolean closed;

  public SoftwareObject(ObjectClass objectClass, Object context) {
    this.objectClass = objectClass;
    this.context = context;
  }

  @Override
  public final ObjectClass objectClass() {
    return objectClass;
  }

  @Override
  public final Object context() {
    return context;
  }

  @Override
  public final boolean isClosed() {
    return closed;
  }

  @Override
  public <T> T control(ControlCommand<T> command) {
    requireOpen();
    return FabricObject.super.control(Require.notNull("command", command));
  }

  @Override
  public final void close() {
    awaitDependents();
    if (beginClose()) {
      try {
        release();
      } finally {
        parents.forEach(parent -> parent.removeDependent(objectClass));
        closed = true;
      }
    }
  }

  /** Waits for dependents that end without a further call of the application. */
  protected void awaitDependents() {}

  /** Frees the resources of the object; called once, before the end of {@link #dependOn}. */
  public void release() {}

  private synchronized boolean beginClose() {
    if (closing) {
      return false;
    }
    dependents.requireNone(objectClass);
    closing = true;
    return true;
  }

  /** Depends on an object, which does not close before this one. */
  public final void dependOn(Parent parent) {
    parent.addDependent(objectClass);
    parents.add(parent);
  }

  @Override
  public final synchronized void addDependent(Object kind) {
    requireOpen();
    dependents.add(kind);
  }

  @Override
  public final synchronized void removeDependent(Object kind) {
    dependents.remove(kind);
  }

  /**
   * The kind of object, {@link #details}, and whether it is open. Takes no lock and never fails, so
   * that messages and debuggers may print any object at any time.
   */
  @Override
  public String toString() {
    String kind = getClass().getSimpleName().replace("Software", "");
    String details = details();
    String separator = details.isEmpty() ? "" : ", ";
    return kind + "[" + details + separator + (closing ? "closed" : "open") + "]";
  }

  /** What tells the object from others of its kind; empty for nothing. Must not take a lock. */
  public String details() {
    return "";
  }

  public final void requireOpen() {
    if (closing) {
      throw new IllegalStateException("this " + objectClass + " is closed");
    }
  }
}
