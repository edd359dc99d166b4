/**
 * The providers of {@link dev.weft.fabric}: each class implements the interface of the same name,
 * checks arguments, and calls the endpoint engine.
 *
 * <pre>
 *   LoopbackFabricProvider, ShmFabricProvider --InfoQuery--> FabricInfo
 *     SoftwareFabric              the wire
 *       wait                      wait sets, selectors
 *       connection                event queues, passive endpoints
 *       SoftwareDomain            memory table, progress (wait), deferred work (trigger)
 *         queue                   completion queues, counters
 *         SoftwareMemoryRegion
 *         SoftwareEndpoint        post: MessageOps, TaggedOps, RmaOps, AtomicOps
 *           EndpointAlias
 *           endpoint              EndpointState: bindings, links, machine; SoftwareAddressVector
 *             ContextState          one direction of a SoftwareScalableEndpoint
 * </pre>
 *
 * <p>Imports run one way: this package, then {@code post}, {@code endpoint}, {@code queue} and
 * {@code connection}, {@code wait}, {@code trigger}, {@code check} and {@code object}.
 */
package dev.weft.provider.fabric;
