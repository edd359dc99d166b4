/**
 * The verbs face of the software device: the words of {@code dev.weft.verbs} to work of the
 * transport, and completions back to words.
 *
 * <pre>{@code
 * LoopbackDevices, ShmDevices ---> SoftwareDevice        name, GUID, and the wire its ports hang on
 *                                       | open
 * SoftwareContext <---------------------'                one user of the device, keys, quotas
 *   |-- SoftwareProtectionDomain, SoftwareParentDomain   a number that memory and queues agree on
 *   |     |-- SoftwareMemoryRegion, -MemoryWindow        keys of the transport's ProtectionTable
 *   |     '-- SoftwareAddressHandle                      a transport Destination
 *   |-- SoftwareCompletionQueue, SoftwareExtendedQueue   a completion.WorkCompletionQueue each
 *   |     |-- events --> SoftwareCompletionChannel         EventFifo; or CompletionHandling.Runs
 *   |     '-- EventAcks                                    got and not acked: destruction waits
 *   |-- SoftwareReliableDomain, SoftwareEndToEndContext    queue pairs of type RD, and who carries
 *   |-- AsyncEvents                                        CQ_ERR, and what befalls queue pairs
 *   '-- what has uses (Uses) refuses to end (EBUSY), and what was ended gives its Quota back
 * }</pre>
 *
 * <p>Each object counts those that depend on it, among them the context, so that everything ends in
 * the reverse order of its creation.
 */
package dev.weft.software.verbs;
