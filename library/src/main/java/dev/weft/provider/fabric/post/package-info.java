/**
 * Posts operations of an endpoint: checks the arguments of each call, fills in the work of the
 * engine, and posts it.
 *
 * <pre>
 *   MessageOps &lt;- TaggedOps &lt;- RmaOps &lt;- AtomicOps      one level for each group of calls
 *        PostChecks      open, enabled, capabilities, flags
 *        DeferredRequest an operation that waits for a counter (FI_QUEUE_WORK)
 * </pre>
 */
package dev.weft.provider.fabric.post;
