/**
 * Posts operations of an endpoint: checks the arguments of each call, fills in the work of the
 * engine, and posts it.
 *
 * <pre>
 *   MessageOps &lt;- TaggedOps &lt;- RmaOps &lt;- AtomicOps      one level for each group of calls
 *        PostChecks      open, enabled, capabilities, flags
 *        Fences          posts that wait for earlier operations (FI_FENCE)
 *        DelayedPost     an operation that is accepted and posted later
 * </pre>
 */
package dev.weft.provider.fabric.post;
