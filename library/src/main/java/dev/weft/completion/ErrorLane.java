package dev.weft.completion;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The details of failed operations: one place per slot of the ring, so that an error keeps its
 * position among the successes. Allocated at the first error, or by {@link #open} before.
 *
 * <p>A place is written before its slot's stamp is released and read after that stamp was acquired,
 * so plain access is enough.
 */
public final class ErrorLane {
  private final int places;
  private final AtomicReference<AtomicReferenceArray<CompletionFailure>> lane =
      new AtomicReference<>();

  ErrorLane(int places) {
    this.places = places;
  }

  /** Allocates the lane unless there is one: no later call allocates. */
  public void open() {
    opened();
  }

  public void put(int place, CompletionFailure failure) {
    opened().setPlain(place, failure);
  }

  /** Stores the details, or that there are none, if a lane exists. */
  public void putIfAny(int place, CompletionFailure failureOrNull) {
    if (lane.get() != null) {
      put(place, failureOrNull);
    }
  }

  CompletionFailure take(int place) {
    CompletionFailure failure = peek(place);
    opened().setPlain(place, null);
    return failure;
  }

  /** Takes the details, or returns null if there are none or no lane exists. */
  public CompletionFailure takeIfAny(int place) {
    return lane.get() == null ? null : take(place);
  }

  /** {@link #peek}, or null if there are none or no lane exists. */
  public CompletionFailure peekIfAny(int place) {
    return lane.get() == null ? null : peek(place);
  }

  CompletionFailure peek(int place) {
    return opened().getPlain(place);
  }

  private AtomicReferenceArray<CompletionFailure> opened() {
    AtomicReferenceArray<CompletionFailure> failures = lane.get();
    if (failures != null) {
      return failures;
    }
    lane.compareAndSet(null, new AtomicReferenceArray<>(places));
    return lane.get();
  }
}
