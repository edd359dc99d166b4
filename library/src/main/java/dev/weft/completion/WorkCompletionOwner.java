package dev.weft.completion;

/** A queue of another vocabulary that others may join. */
public interface WorkCompletionOwner {
  /** Where the completions are. */
  WorkCompletionQueue workCompletions();
}
