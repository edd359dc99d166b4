/**
 * Moves payloads from one endpoint to another.
 *
 * <pre>
 *   Transmitter     whole messages in one frame; announces larger ones
 *        |
 *   PendingSends    announced payloads: the receiver copies them where it has direct access,
 *        |          else it asks for chunks
 *   ChunkSender --frames--> ChunkReceiver
 *   OutboundTransfer        InboundTransfer
 * </pre>
 */
package dev.weft.nic.transfer;
