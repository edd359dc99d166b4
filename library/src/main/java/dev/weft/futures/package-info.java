/**
 * Futures and iterators on top of {@link dev.weft.fabric}: completions with checked fields,
 * failures with explanations, and a future for each operation. The package uses the public API
 * only, so it works with every provider.
 *
 * <pre>{@code
 * CompletableFuture<Success> <-- Operations.tsend(buffer, ...)     one future per operation;
 *                                   |  ^                           LeasedBuffer: lent until then
 *                            context|  |Completion
 *                                   v  |
 * try (var poll = completions.startPoll()) {                       Completions: no object per
 *   while (poll.next()) ... poll.context() ...                     entry, checked fields
 * }                                 ^
 * ----------------------------------|---------------------------------------------------------
 * Endpoint.tsend, ...        CompletionQueue.readFrom, readErr     dev.weft.fabric
 *
 * Node: endpoint, queue, address vector, domain, fabric            opened and closed by one call
 *
 * Completion = Success | Failure --explain()--> Explanation        name, meaning, causes, next
 * }</pre>
 */
package dev.weft.futures;
