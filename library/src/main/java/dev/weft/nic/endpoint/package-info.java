/**
 * The protocol engine of endpoints: messages, remote memory access and connections over a wire. It
 * does not depend on the API packages.
 *
 * <pre>
 *   EndpointMachine --+-- Transmitter --> wire.Link.out     PendingSends: await acknowledgements
 *                     |
 *                     +-- FrameDispatcher &lt;-- wire.Link.in
 *                     |     +-- EagerFastPath    a whole message into the receive posted first
 *                     |     +-- Receiver         everything else
 *                     |           ReceiveMatcher       posted receives, kept and claimed messages
 *                     |           SharedReceives       receives that several endpoints share
 *                     |           UnexpectedMessages   memory of kept messages
 *                     |
 *                     +-- DirectRma, DirectAtomics --> the peer's memory, without its help
 *                     |     out of reach: RmaRequester --frames--> RmaResponder, AtomicResponder
 *                     |
 *                     +-- ChunkSender --> wire.Link --> ChunkReceiver    long messages in chunks
 *                         OutboundTransfer              InboundTransfer
 *
 *   each of them --> CompletionReporter --> completion.CompletionWriter, CompletionCounter
 *
 *   ConnectionRequester --frames--> ConnectionListener     agree on a connection; each has a
 *                                                          ConnectionPort of its own
 *   ConnectedMachine --ConnectedPort--> the one peer       takes frames of no other
 * </pre>
 */
package dev.weft.nic.endpoint;
