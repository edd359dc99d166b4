/**
 * A provider for fault injection: loopback behind decorators of the exported interfaces, with one
 * fault.
 *
 * <pre>
 *   LyingProvider "lying:drops an error"
 *        │ open
 *   Decoration   ── a proxy for each fabric, domain, endpoint ...: hands calls on, counts posts
 *        │ queues
 *   QueueDecorator ◄── Fault.queue: forwards all but the fault         ──► loopback's queue
 * </pre>
 */
package dev.weft.conformance.lying;
