/**
 * libfabric's words on the software NIC: each class implements the interface of the same name in
 * {@link dev.weft.fabric}, checks what the application says, and hands over to the machine.
 *
 * <pre>
 *   LoopbackProvider --Query--> FabricInfo
 *     SoftwareFabric            the wire, wait sets
 *       SoftwareEventQueue      Event; reads drive each EventSource that is bound:
 *         SoftwarePassiveEndpoint  software.ConnectionListener, SoftwareConnectionRequest
 *         Connection               software.ConnectionCaller, of a SoftwareEndpoint (FI_EP_MSG)
 *       SoftwareDomain          memory table, ProgressThread (FI_PROGRESS_AUTO)
 *         ReportTarget             WaitSupport, BoundMachines
 *           SoftwareCompletionQueue  completion.CompletionRing
 *           SoftwareCounter          completion.CompletionCounter
 *         SoftwareAddressVector
 *         SoftwareSharedReceives   software.SharedReceives, of those endpoints that are bound to it
 *         SoftwareSharedTransmits
 *         SoftwarePollSet          PollSetMember
 *         SoftwareEndpoint         MessageFace, TaggedFace, RemoteMemoryFace: calls to work
 *           EndpointAlias
 *           EndpointState          what both share: bindings, links, software.EndpointMachine
 *             ConnectedState         the one peer, software.ConnectedMachine
 *             ContextState           one direction of a SoftwareScalableEndpoint
 * </pre>
 */
package dev.weft.software.fabric;
