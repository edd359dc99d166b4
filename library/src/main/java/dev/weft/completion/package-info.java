/**
 * Completion queues and counters: the rings between threads that complete operations and threads
 * that read.
 *
 * <pre>
 *   post      CompletionWriter.reserve ─────────┐ reserved slot
 *                                               ▼
 *   complete  CompletionWriter.write ──►  CompletionRing  ──► CompletionReader.read ──► C struct
 *             CompletionWriter.writeError ►  ErrorLane   ──► CompletionReader.readError
 *                                               │
 *                                               └──published()──► dev.weft.wait.Notifier
 *
 *   verbs     WorkCompletionQueue.add, arm ──►  CompletionRing  ──► WorkCompletionReader ──► ibv_wc
 *             may overrun, grow, discard        └──WorkCompletionListener: event, overrun
 *
 *   count     CompletionCounter.add, addError ──────────────────► dev.weft.wait.Notifier
 * </pre>
 *
 * <p>{@link dev.weft.completion.CompletionLayout} draws the memory layout, {@link
 * dev.weft.completion.CompletionRing} documents the algorithm, {@link
 * dev.weft.completion.WorkCompletionQueue} adds what libibverbs needs.
 */
package dev.weft.completion;
