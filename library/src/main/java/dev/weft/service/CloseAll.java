package dev.weft.service;

import java.util.function.Consumer;

/** Closes several objects, also those behind one whose closing throws. */
public final class CloseAll {
  private CloseAll() {}

  /**
   * Calls {@code close} for each of these, then throws what was thrown first, which has what was
   * thrown later as suppressed exceptions.
   *
   * @param objects not changed meanwhile
   */
  public static <T> void of(Iterable<T> objects, Consumer<? super T> close) {
    Throwable first = null;
    for (T object : objects) {
      try {
        close.accept(object);
      } catch (RuntimeException | Error failed) {
        first = joined(first, failed);
      }
    }
    rethrow(first);
  }

  private static Throwable joined(Throwable first, Throwable later) {
    if (first == null) {
      return later;
    }
    if (!first.equals(later)) { // which suppresses no exception if it is itself
      first.addSuppressed(later);
    }
    return first;
  }

  private static void rethrow(Throwable thrown) {
    switch (thrown) {
      case Error error -> throw error;
      case RuntimeException exception -> throw exception;
      case null, default -> {}
    }
  }
}
