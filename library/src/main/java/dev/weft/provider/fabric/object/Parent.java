package dev.weft.provider.fabric.object;

/** An object that does not close while objects that depend on it are open. */
public interface Parent {

  /** Counts an object that depends on this one; IllegalStateException if this is closed. */
  void addDependent();

  /** Reverses {@link #addDependent}. */
  void removeDependent();
}
