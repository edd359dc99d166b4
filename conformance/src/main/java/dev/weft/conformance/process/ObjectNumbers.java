package dev.weft.conformance.process;

/** How one of the two processes names the objects that live in the peer process. */
interface ObjectNumbers {

  /** The number of an object. */
  int numberOf(Object object);

  /**
   * The object with this number.
   *
   * @param type an interface that it has
   */
  Object object(int number, Class<?> type);
}
