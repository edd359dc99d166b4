/**
 * Comfort above the words of {@link dev.weft.fabric}: completions that cannot be misread, failures
 * that explain themselves, and a future for each operation. Made of nothing but those words, it
 * works with every provider and costs nothing where it is not used.
 *
 * <pre>{@code
 * CompletableFuture<Success> <-- Operations.tsend(buffer, ...)     one future an operation;
 *                                   |  ^                           LeasedBuffer: lent till then
 *                            context|  |Completion
 *                                   v  |
 * try (var poll = completions.startPoll()) {                       Completions: no object an
 *   while (poll.next()) ... poll.context() ...                     entry, no field that lies
 * }                                 ^
 * ----------------------------------|---------------------------------------------------------
 * Endpoint.tsend, ...        CompletionQueue.readFrom, readErr     dev.weft.fabric
 *
 * Completion = Success | Failure --explain()--> Explanation        name, meaning, causes, next
 * }</pre>
 */
package dev.weft.futures;
