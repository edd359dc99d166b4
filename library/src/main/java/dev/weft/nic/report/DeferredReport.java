package dev.weft.nic.report;

import dev.weft.completion.CompletionCounter;

/**
 * Where a deferred operation reports its end: its own counter, and the endpoint only on request.
 *
 * @param counter the counter of the operation, or null
 * @param visible whether the endpoint's queue and counters report it too
 */
public record DeferredReport(CompletionCounter counter, boolean visible) {}
