/**
 * Reports the end of an operation of an endpoint to its queue and its counter.
 *
 * <pre>
 *   CompletionReporter --> CompletionWriter     in the room that the operation reserved
 *        |            '--> CompletionCounter
 *        |
 *        +-- CompletionOrder, OrderedTarget     completions to one peer in the order of posting
 *        '-- DeferredTarget, DeferredReport     deferred work: a counter, and the rest on request
 * </pre>
 */
package dev.weft.nic.report;
