/**
 * Completion queues and counters: the rings between threads that complete operations and threads
 * that read. The queue of libibverbs is built on a ring, in {@code dev.weft.completion.work}.
 *
 * <pre>
 *   post      CompletionWriter.reserve ─────────┐ reserved slot
 *                                               ▼
 *   complete  CompletionWriter.write ──►  CompletionRing  ──► CompletionReader.read ──► C struct
 *             CompletionWriter.writeError ►  ErrorLane   ──► CompletionReader.readError
 *                                               │
 *                                               └──published()──► dev.weft.wait.Notifier
 *
 *   count     CompletionCounter.add, addError ──────────────────► dev.weft.wait.Notifier
 * </pre>
 *
 * <p>{@link dev.weft.completion.CompletionLayout} draws the memory layout, {@link
 * dev.weft.completion.CompletionRing} documents the algorithm.
 */
package dev.weft.completion;
