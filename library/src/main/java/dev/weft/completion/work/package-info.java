/**
 * The completion queue of libibverbs: a {@link dev.weft.completion.CompletionRing} that can
 * overrun, be armed, grow, and be shared with an {@code fi_cq(3)}.
 *
 * <pre>
 *   queue pair  WorkCompletionSink.add ──►  WorkCompletionQueue ──► WorkCompletionReader ──► ibv_wc
 *                                               │       ▲   │
 *                                 CompletionRing        │   └──► WorkCompletionListener
 *                                                       │        event, overrun
 *   endpoint    PeerWriter.write ───────────────────────┴──────► PeerReader.read ──► fi_cq entry
 * </pre>
 *
 * <p>{@link dev.weft.completion.work.WorkCompletionLayout} draws an entry. A queue pair knows only
 * {@link dev.weft.completion.work.WorkCompletion}, {@link
 * dev.weft.completion.work.WorkCompletionSink} and {@link
 * dev.weft.completion.work.WorkCompletionSource}.
 */
package dev.weft.completion.work;
