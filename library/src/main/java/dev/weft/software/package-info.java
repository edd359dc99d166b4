/**
 * The software NIC: what an endpoint does between the words of an application and a wire. It knows
 * neither vocabulary.
 *
 * <pre>
 *   words --> EndpointMachine --+-- Transmitter --> wire.Link.out     PendingSend: waits for
 *                               |        |                            an acknowledgement
 *                               |        +--> CompletionTarget --> completion.CompletionWriter
 *                               |        +--> CompletionTarget
 *                               +-- Receiver <-- wire.Link.in
 *                                     |  ReceiveMatcher: posted receives, kept and claimed messages
 *                                     +- MessageStore:   memory for the kept ones
 * </pre>
 */
package dev.weft.software;
