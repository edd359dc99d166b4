package dev.weft.nic.endpoint;

import dev.weft.completion.CompletionCounter;

/**
 * Whom a deferred operation tells of its end: its own counter, and the endpoint only if it asks.
 *
 * @param counter counts it; null where nothing does
 * @param visible whether the endpoint's queue and counters hear of it too
 */
record DeferredReport(CompletionCounter counter, boolean visible) {}
