/**
 * The state of an endpoint: what is bound to it, its machine, its connection, and the operations
 * that are accepted and posted later.
 *
 * <pre>
 *   EndpointState                 shared by an endpoint and its aliases
 *     BoundQueues, BoundCounters    where its operations complete
 *     BoundContexts                 SoftwareSharedReceiveContext, SoftwareSharedTransmitContext
 *     EndpointDoorbell              wakes the waiters of queues and counters
 *     SoftwareAddressVector         its peers
 *     DelayedPost                   in Fences, or a TriggeredOperation that waits for a counter
 *   ConnectedState                one peer, ConnectedMachine; Connection, its steps
 * </pre>
 */
package dev.weft.provider.fabric.endpoint;
