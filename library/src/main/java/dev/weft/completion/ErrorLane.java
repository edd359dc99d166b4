package dev.weft.completion;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The details of failed operations: one element per slot of the ring, so that an error keeps its
 * position among the successes. Allocated at the first error, or by {@link #open} before.
 *
 * <p>An element is written before its slot's stamp is released and read after that stamp was
 * acquired, so plain access is enough.
 */
public final class ErrorLane {
  private final int slots;
  private final AtomicReference<AtomicReferenceArray<CompletionFailure>> lane =
      new AtomicReference<>();

  ErrorLane(int slots) {
    this.slots = slots;
  }

  /** Allocates the lane unless there is one: no later call allocates. */
  public void open() {
    opened();
  }

  public void put(int slot, CompletionFailure failure) {
    opened().setPlain(slot, failure);
  }

  /** Stores the details, or that there are none, if a lane exists. */
  public void putIfAny(int slot, CompletionFailure failureOrNull) {
    if (lane.get() != null) {
      put(slot, failureOrNull);
    }
  }

  CompletionFailure take(int slot) {
    CompletionFailure failure = peek(slot);
    opened().setPlain(slot, null);
    return failure;
  }

  /** Takes the details, or returns null if there are none or no lane exists. */
  public CompletionFailure takeIfAny(int slot) {
    return lane.get() == null ? null : take(slot);
  }

  /** {@link #peek}, or null if there are none or no lane exists. */
  public CompletionFailure peekIfAny(int slot) {
    return lane.get() == null ? null : peek(slot);
  }

  CompletionFailure peek(int slot) {
    return opened().getPlain(slot);
  }

  private AtomicReferenceArray<CompletionFailure> opened() {
    AtomicReferenceArray<CompletionFailure> failures = lane.get();
    if (failures != null) {
      return failures;
    }
    lane.compareAndSet(null, new AtomicReferenceArray<>(slots));
    return lane.get();
  }
}
