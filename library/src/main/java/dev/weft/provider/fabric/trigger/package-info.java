/**
 * Deferred and triggered work: operations that are posted once a counter has reached a threshold
 * ({@code fi_trigger(3)}, {@code FI_QUEUE_WORK}).
 */
package dev.weft.provider.fabric.trigger;
