/**
 * The engine of endpoints: {@link dev.weft.nic.endpoint.EndpointMachine} joins the parts of an
 * endpoint under one lock, and {@link dev.weft.nic.endpoint.FrameDispatcher} gives each incoming
 * frame to the part that takes it. It does not depend on the API packages.
 *
 * <pre>
 *   EndpointMachine --+-- transfer.Transmitter --> wire.Link.out
 *                     |     PendingSends, ChunkSender     large payloads
 *                     |
 *                     +-- FrameDispatcher &lt;-- wire.Link.in
 *                     |     +-- matching.EagerFastPath    a whole message, first receive
 *                     |     +-- matching.Receiver         everything else
 *                     |     +-- transfer.ChunkReceiver    payloads in chunks
 *                     |     +-- rma.RmaResponder, AtomicResponder
 *                     |
 *                     +-- rma.DirectRma, DirectAtomics --> the peer's memory, without its help
 *                           out of reach: rma.RmaRequester --frames--> the peer's responder
 *
 *   each of them --> report.CompletionReporter --> completion.CompletionWriter, CompletionCounter
 *
 *   ConnectedMachine --ConnectedPort--> the one peer       takes frames of no other
 * </pre>
 *
 * <p>Imports run one way: endpoint, rma, matching, transfer, message, report.
 */
package dev.weft.nic.endpoint;
