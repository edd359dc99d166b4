package dev.weft;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** Objects that were closed, to see that the collector frees them. One thread at a time. */
public final class ClosedObjects {
  private final List<WeakReference<Object>> objects = new ArrayList<>();

  /** Adds an object that the test refers to no more. */
  public void add(Object closed) {
    objects.add(new WeakReference<>(closed));
  }

  /** Waits until all are collected except for some that were added last. */
  public void awaitCollectionOfAllBut(int last) {
    List<WeakReference<Object>> awaited = objects.subList(0, objects.size() - last);
    while (!awaited.stream().allMatch(each -> each.refersTo(null))) {
      System.gc();
    }
  }
}
