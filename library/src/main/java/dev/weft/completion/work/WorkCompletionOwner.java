package dev.weft.completion.work;

/** A verbs completion queue that an {@code fi_cq(3)} may share. */
public interface WorkCompletionOwner {
  /** The queue of completions. */
  WorkCompletionQueue workCompletions();
}
