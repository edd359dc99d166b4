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
 * <p>Each object counts those that depend on it ({@code UseCount}), among them the context, and
 * refuses to end while there are any (EBUSY). So everything ends in the reverse order of its
 * creation, and gives its {@code Quota} back.
 */
package dev.weft.provider.verbs;
