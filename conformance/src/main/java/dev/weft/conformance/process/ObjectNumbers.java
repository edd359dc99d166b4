package dev.weft.conformance.process;

import dev.weft.fabric.FabricObject;

/** How one of the two processes names the objects that live in the peer process. */
interface ObjectNumbers {

  /** The number of an object. */
  int numberOf(FabricObject object);

  /**
   * The object with this number.
   *
   * @param type an interface that it has
   */
  FabricObject object(int number, Class<?> type);
}
