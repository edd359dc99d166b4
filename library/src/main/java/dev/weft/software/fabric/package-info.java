/**
 * libfabric's words on the software NIC: each class implements the interface of the same name in
 * {@link dev.weft.fabric}, checks what the application says, and hands over to the machine.
 *
 * <pre>
 *   LoopbackProvider --Query--> FabricInfo
 *     SoftwareFabric            the wire, wait sets
 *       SoftwareDomain          memory table, ProgressThread (FI_PROGRESS_AUTO)
 *         ReportTarget             WaitSupport, BoundMachines
 *           SoftwareCompletionQueue  completion.CompletionRing
 *           SoftwareCounter          completion.CompletionCounter
 *         SoftwareAddressVector
 *         SoftwarePollSet          PollSetMember
 *         SoftwareEndpoint         MessageFace, TaggedFace, RemoteMemoryFace: calls to work
 *           EndpointAlias
 *           EndpointState          what both share: bindings, links, software.EndpointMachine
 * </pre>
 */
package dev.weft.software.fabric;
