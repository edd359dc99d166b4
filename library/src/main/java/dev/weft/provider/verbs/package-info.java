/**
 * The providers of {@link dev.weft.verbs}: they translate requests for the queue pair engine and
 * completions back.
 *
 * <pre>
 *   LoopbackVerbsProvider, ShmVerbsProvider --> SoftwareDevice    name, GUID, the wire of its ports
 *
 *   SoftwareContext                                one user of the device, keys, quotas
 *     SoftwareProtectionDomain, -ParentDomain      a number that memory and queue pairs share
 *       SoftwareMemoryRegion, -MemoryWindow        keys of the engine's ProtectionTable
 *       SoftwareAddressHandle                      a Destination
 *       SoftwareQueuePair                          a QueuePairMachine; RequestTranslation
 *     SoftwareCompletionQueue, SoftwareExtendedCompletionQueue
 *                                                  a completion.WorkCompletionQueue each
 *       SoftwareCompletionChannel                  EventFifo of events, or HandlerRunner
 *       EventAcks                                  events got and not acked: destruction waits
 *     SoftwareReliableDomain, SoftwareEndToEndContext    for queue pairs of type RD
 *     AsyncEvents                                  CQ_ERR, and events of queue pairs
 * </pre>
 *
 * <p>Each object counts the objects that use it ({@code UseCount}). An object cannot be destroyed
 * while it is in use (EBUSY), so objects are destroyed in reverse order of creation. A destroyed
 * object returns its {@code Quota}.
 */
package dev.weft.provider.verbs;
