/**
 * The software NIC: what an endpoint does between the words of an application and a wire. It knows
 * neither vocabulary.
 *
 * <pre>
 *   words --> EndpointMachine --+-- Transmitter --> wire.Link.out    PendingSends: wait for
 *                               |                                     acknowledgements
 *                               +-- Receiver <-- wire.Link.in
 *                               |     |  ReceiveMatcher: posted receives, kept and claimed messages
 *                               |     +- SharedReceives: where messages look that find none there
 *                               |     +- MessageStore:   memory for the kept ones
 *                               |
 *                               +-- OneSided --> the peer's memory, without its help
 *
 *                               |     out of reach: RemoteAccess --frames--> RemoteService
 *                               |
 *                               +-- ChunkSender --> wire.Link --> ChunkReceiver    what peers asked
 *                                   Payload                       Transfer         each other for
 *
 *   each of them --> CompletionTarget --> completion.CompletionWriter, CompletionCounter
 *
 *   ConnectionCaller --frames--> ConnectionListener     agree on a connection, over ports of their
 *                                                       own, of which each is a ConnectionPort
 *   ConnectedMachine --ConnectedPort--> the peer        and hears nobody else
 * </pre>
 */
package dev.weft.software;
