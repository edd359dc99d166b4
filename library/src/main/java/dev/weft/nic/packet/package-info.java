/**
 * The packets of queue pairs, and the numbers that the verbs API and the wire share: operations,
 * statuses, flags, sequence numbers, attributes and states.
 *
 * <pre>
 *   PacketFormat      kinds and flags of packets, and what lies where in a frame
 *   IncomingFrame     a packet that has arrived; its fields are read once
 *   SequenceNumbers   psn arithmetic        RequestNumbers   of one requester
 * </pre>
 */
package dev.weft.nic.packet;
