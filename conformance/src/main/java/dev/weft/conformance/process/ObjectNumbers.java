package dev.weft.conformance.process;

/** Maps objects of the peer process to numbers and back. */
interface ObjectNumbers {

  /** The number of an object. */
  int numberOf(Object object);

  /**
   * The object with this number.
   *
   * @param type an interface of the object
   */
  Object object(int number, Class<?> type);
}
