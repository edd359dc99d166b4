/**
 * What the parts of an endpoint share: the frames of its protocol, posted work, and its
 * configuration.
 *
 * <pre>
 *   SendWork, RmaWork, AtomicWork     an operation as it was posted, with its BufferList
 *   FrameKinds, ControlQueue          kinds of frames; short frames that wait for room
 *   Message                           an incoming message, or the first part of one
 *   IntrusiveList, HashChains         lists of them, and chains by hash
 *   SourcePolicy, PeerRights          which sources are named; what peers may do
 *   MachineConfig, MachineLimits      queues, counters and capacities of an endpoint
 * </pre>
 */
package dev.weft.nic.message;
