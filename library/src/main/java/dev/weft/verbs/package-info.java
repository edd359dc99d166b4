/**
 * The verbs API, after libibverbs: the objects that a program creates, the work requests that it
 * posts, and the completions that it polls. The C name opens the Javadoc of everything that has
 * one.
 *
 * <pre>{@code
 * Devices.list() -> Device.open() -> VerbsContext
 *   |-- createCompletionChannel ---> CompletionChannel <--.  events: sleep until something ends
 *   |-- createCq, createCqEx ------> CompletionQueue -----'
 *   |-- allocReliableDatagramDomain  ReliableDatagramDomain -> EndToEndContext   for type RD
 *   |                                    ^      ^
 *   '-- allocPd -------------------> ProtectionDomain
 *         |-- regMr ---------------> MemoryRegion    lkey for this side, rkey for peers
 *         |-- allocMw -------------> MemoryWindow    a part of a region, for a while
 *         |-- createAh ------------> AddressHandle   where datagrams go
 *         |-- createSrq -----------> SharedReceiveQueue --.
 *         '-- createQp ------------> QueuePair <----------'  RESET -> INIT -> RTR -> RTS
 * }</pre>
 *
 * <p>One request, from post to completion:
 *
 * <pre>{@code
 * QueuePair.postSend(request)                    -> 0, or an errno: not posted
 *                      wrId |
 * CompletionQueue.poll(batch, count)             -> how many, 0 for none, negative for failure
 *     WorkCompletionBatch: batch.wrId(i), batch.status(i), batch.opcode(i), ...
 * }</pre>
 *
 * <p>Calls of the data path return 0 or a positive {@link dev.weft.verbs.VerbsErrno}; only {@code
 * poll} returns a count. Where C returns null, Java throws a {@link dev.weft.verbs.VerbsException}.
 * Misuse that is undefined in C throws an {@link java.lang.IllegalArgumentException}, an {@link
 * java.lang.IndexOutOfBoundsException} or an {@link java.lang.IllegalStateException}. A work
 * request that fails completes with a {@link dev.weft.verbs.completion.CompletionStatus}.
 *
 * <p>Attributes are in {@link dev.weft.verbs.attributes}, work requests in {@link
 * dev.weft.verbs.work}, completions in {@link dev.weft.verbs.completion}.
 *
 * <p>A {@link dev.weft.verbs.VerbsProvider}, found through {@link java.util.ServiceLoader},
 * implements the interfaces.
 */
package dev.weft.verbs;
