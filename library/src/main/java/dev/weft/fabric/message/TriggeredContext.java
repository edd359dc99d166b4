package dev.weft.fabric.message;

import dev.weft.argument.Require;
import dev.weft.fabric.Counter;

/**
 * {@code struct fi_triggered_context}: the event that an operation with {@link
 * OperationFlags#TRIGGER} waits for (EP-058, EP-059).
 *
 * @param eventType {@code event_type}: the kind of event
 * @param counter {@code trigger.threshold.cntr}: a counter of the endpoint's domain
 * @param threshold {@code trigger.threshold.threshold}: the operation starts when the counter's
 *     success value is at least this, unsigned
 */
public record TriggeredContext(TriggerEvent eventType, Counter counter, long threshold) {

  /** Rejects nulls; the call that posts checks everything else. */
  public TriggeredContext {
    Require.notNull("eventType", eventType);
    Require.notNull("counter", counter);
  }

  /** {@code struct fi_trigger_threshold}: waits for a counter's value. */
  public static TriggeredContext at(Counter counter, long threshold) {
    return new TriggeredContext(TriggerEvent.THRESHOLD, counter, threshold);
  }
}
