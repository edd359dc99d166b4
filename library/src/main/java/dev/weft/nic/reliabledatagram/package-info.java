/**
 * Reliable datagrams: an end-to-end context is a machine, too. It carries messages of the queue
 * pairs of its domain, one at a time.
 *
 * <pre>
 *   queue pairs                     contexts                        queue pairs
 *   SendQueue -> ReliableDatagram-  EndToEndSender, Requester ---->  ReliableReceives
 *                Sender             EndToEndReceiver, Responder      (a ContextReceive each)
 * </pre>
 */
package dev.weft.nic.reliabledatagram;
