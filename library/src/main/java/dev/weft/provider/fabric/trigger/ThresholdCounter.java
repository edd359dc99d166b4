package dev.weft.provider.fabric.trigger;

import dev.weft.completion.CompletionCounter;
import dev.weft.provider.fabric.object.Parent;

/** A counter whose value starts actions; it stays open while actions wait for it. */
public interface ThresholdCounter extends Parent {

  /** Its values. */
  CompletionCounter core();
}
