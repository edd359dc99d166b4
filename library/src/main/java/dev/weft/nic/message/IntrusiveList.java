package dev.weft.nic.message;

/**
 * A doubly linked list whose elements are its nodes, so that adding and removing allocate nothing.
 * A node is in one list at a time.
 */
public final class IntrusiveList<T extends IntrusiveList.Node<T>> {

  /** The base class of elements. */
  public abstract static class Node<T extends Node<T>> {
    T previous;
    public T next;
  }

  private T first;
  private T last;

  public T first() {
    return first;
  }

  public boolean isEmpty() {
    return first == null;
  }

  public void addLast(T node) {
    node.previous = last;
    node.next = null;
    if (last == null) {
      first = node;
    } else {
      last.next = node;
    }
    last = node;
  }

  /** Adds a node before another, or at the end if that is null. */
  public void addBefore(T successor, T node) {
    if (successor == null) {
      addLast(node);
    } else if (successor.previous == null) {
      addFirst(node);
    } else {
      node.previous = successor.previous;
      node.next = successor;
      successor.previous.next = node;
      successor.previous = node;
    }
  }

  public void addFirst(T node) {
    node.previous = null;
    node.next = first;
    if (first == null) {
      last = node;
    } else {
      first.previous = node;
    }
    first = node;
  }

  /** Moves a node of another list, and all behind it, to the front of this one. */
  public void moveFrom(IntrusiveList<T> other, T node) {
    T end = other.last;
    other.last = node.previous;
    if (node.previous == null) {
      other.first = null;
    } else {
      node.previous.next = null;
    }
    node.previous = null;
    end.next = first;
    if (first == null) {
      last = end;
    } else {
      first.previous = end;
    }
    first = node;
  }

  public void remove(T node) {
    if (node.previous == null) {
      first = node.next;
    } else {
      node.previous.next = node.next;
    }
    if (node.next == null) {
      last = node.previous;
    } else {
      node.next.previous = node.previous;
    }
    node.previous = null;
    node.next = null;
  }

  public T removeFirst() {
    T node = first;
    if (node != null) {
      first = node.next;
      node.next = null;
      if (first == null) {
        last = null;
      } else {
        first.previous = null;
      }
    }
    return node;
  }
}
