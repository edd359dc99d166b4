/**
 * The heart: completions on their way from those who finish operations to those who read queues.
 *
 * <pre>
 *   post      CompletionWriter.reserve ─────────┐ promise
 *                                               ▼
 *   complete  CompletionWriter.write ──►  CompletionRing  ──► CompletionReader.read ──► C struct
 *             CompletionWriter.writeError ►  ErrorLane   ──► CompletionReader.readError
 *                                               │
 *                                               └──published()──► dev.weft.wait.Notifier
 *
 *   verbs     WorkCompletionQueue.add, arm ──►  CompletionRing  ──► WorkCompletionReader ──► ibv_wc
 *             may overrun, grow, forget         └──WorkCompletionListener: event, overrun
 *
 *   count     CompletionCounter.add, addError ──────────────────► dev.weft.wait.Notifier
 * </pre>
 *
 * <p>{@link dev.weft.completion.CompletionLayout} has the pictures of the memory, {@link
 * dev.weft.completion.CompletionRing} the algorithm, {@link
 * dev.weft.completion.WorkCompletionQueue} what verbs add to it.
 */
package dev.weft.completion;
