/**
 * Queues and counters of a domain, where operations complete.
 *
 * <pre>
 *   BindTarget                    endpoints are bound to it; reads progress them (wait)
 *     SoftwareCompletionQueue       QueueBacking: completion.CompletionRing, or a verbs queue
 *     SoftwareCounter               completion.CompletionCounter
 *   DomainServices                what the objects of a domain use of it
 * </pre>
 */
package dev.weft.provider.fabric.queue;
