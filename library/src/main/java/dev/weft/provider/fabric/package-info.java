/**
 * The providers of {@link dev.weft.fabric}: each class implements the interface of the same name,
 * checks arguments, and calls the endpoint engine.
 *
 * <pre>
 *   LoopbackFabricProvider, ShmFabricProvider --InfoQuery--> FabricInfo
 *     SoftwareFabric              the wire, wait sets (wait)
 *       connection                event queues, passive endpoints, connections
 *       SoftwareDomain            memory table, progress (wait), deferred work (trigger)
 *         BindTarget
 *           SoftwareCompletionQueue   completion.CompletionRing
 *           SoftwareCounter           completion.CompletionCounter
 *         SoftwareAddressVector
 *         SoftwareSharedReceiveContext    SharedReceives of the endpoints that are bound to it
 *         SoftwareSharedTransmitContext
 *         SoftwareEndpoint        post: MessageOps, TaggedOps, RmaOps, AtomicOps
 *           EndpointAlias
 *           EndpointState         shared by an endpoint and its aliases: bindings, links, machine
 *             ContextState          one direction of a SoftwareScalableEndpoint
 * </pre>
 */
package dev.weft.provider.fabric;
