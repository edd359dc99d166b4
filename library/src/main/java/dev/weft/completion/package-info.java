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
 *   count     CompletionCounter.add, addError ──────────────────► dev.weft.wait.Notifier
 * </pre>
 *
 * <p>{@link dev.weft.completion.CompletionLayout} has the pictures of the memory, {@link
 * dev.weft.completion.CompletionRing} the algorithm.
 */
package dev.weft.completion;
