/**
 * Reads, writes and atomic operations on registered memory of a peer.
 *
 * <pre>
 *   DirectRma, DirectAtomics --> DirectAccess of the peer      one copy, without its help
 *
 *   out of reach:
 *   RmaRequester --frames--> RmaResponder, AtomicResponder     checks keys (RmaTargets), copies
 *     PendingRead              InboundRead, -Write, -Fetch
 * </pre>
 */
package dev.weft.nic.rma;
