/**
 * The providers of {@link dev.weft.fabric}: each class implements the interface of the same name,
 * checks arguments, and calls the endpoint engine.
 *
 * <pre>
 *   LoopbackProvider, ShmProvider --InfoQuery--> FabricInfo
 *     SoftwareFabric              the wire, wait sets
 *       SoftwareEventQueue        reads drive each EventSource that is bound:
 *         SoftwarePassiveEndpoint   ConnectionListener, SoftwareConnectionRequest
 *         Connection                ConnectionRequester, of an endpoint of type FI_EP_MSG
 *       SoftwareDomain            memory table, ProgressThread (FI_PROGRESS_AUTO)
 *         BindTarget              QueueWait, ProgressList
 *           SoftwareCompletionQueue   completion.CompletionRing
 *           SoftwareCounter           completion.CompletionCounter
 *         SoftwareAddressVector
 *         SoftwareSharedReceiveContext    SharedReceives of the endpoints that are bound to it
 *         SoftwareSharedTransmitContext
 *         SoftwarePollSet         PollSetMember
 *         SoftwareEndpoint        MessageOps, TaggedOps, RmaOps, AtomicOps
 *           EndpointAlias
 *           EndpointState         shared by an endpoint and its aliases: bindings, links, machine
 *             ConnectedState        one peer, ConnectedMachine
 *             ContextState          one direction of a SoftwareScalableEndpoint
 * </pre>
 */
package dev.weft.provider.fabric;
