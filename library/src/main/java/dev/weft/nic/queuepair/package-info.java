/**
 * The protocol engine of queue pairs: it executes posted work requests, as hardware would. It does
 * not depend on the API packages.
 *
 * <pre>
 *   post --> SendQueue --> Requester ---requests---> wire ---> Responder --> ReceiveQueue --> sink
 *                              |                                  |  ^            ^
 *                     sink <---+ <--responses---- wire <----------+  |            |
 *                                                                    |   SharedReceives (SRQ)
 *                                                                    |   and TagMatching
 *                                              ProtectionTable ------+
 *                                              checks keys and ranges
 * </pre>
 *
 * <p>Reliable datagrams: an end-to-end context is a machine, too. It carries messages of the queue
 * pairs of its domain, one at a time.
 *
 * <pre>
 *   queue pairs                     contexts                        queue pairs
 *   SendQueue -> ReliableDatagram-  EndToEndSender, Requester ---->  ReliableReceives
 *                Sender             EndToEndReceiver, Responder      (a ContextReceive each)
 * </pre>
 *
 * <p>{@link dev.weft.nic.queuepair.QueuePairMachine} has one lock. No thread waits for a lock while
 * it holds another one: if the lock of a peer is held, it sets the pending bit of that lock. A
 * doorbell serves the machine on the thread that rings it.
 */
package dev.weft.nic.queuepair;
