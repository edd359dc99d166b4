package dev.weft.provider.fabric.object;

/** An object that does not close while objects that depend on it are open. */
public interface Parent {

  /**
   * Counts an object that depends on this one; IllegalStateException if this is closed.
   *
   * @param kind the class of the object, or the name of what has none; told by the error of closing
   */
  void addDependent(Object kind);

  /** Reverses {@link #addDependent} of the same kind. */
  void removeDependent(Object kind);
}
