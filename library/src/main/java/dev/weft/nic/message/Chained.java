package dev.weft.nic.message;

/** A node of an {@link IntrusiveList} that may be in a chain of {@link HashChains} as well. */
public abstract class Chained<T extends Chained<T>> extends IntrusiveList.Node<T> {
  T chainPrevious;
  T chainNext;
}
