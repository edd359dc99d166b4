package dev.weft.provider.verbs.post;

import dev.weft.nic.memory.ProtectionTable;
import dev.weft.verbs.MemoryWindow;

/** A memory window of the software device, as binds use it. */
public interface BoundWindow extends MemoryWindow {

  /** The key that it was made with, which names its place whatever was posted since. */
  int firstKey();

  /** Sets the key after a bind was posted. */
  void rkey(int newKey);

  boolean isDestroyed();

  /** Whether a bind may give it this key. */
  default boolean mayHave(int newKey) {
    return ProtectionTable.areOfOnePlace(firstKey(), newKey);
  }
}
