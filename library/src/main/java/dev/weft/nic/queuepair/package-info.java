/**
 * The protocol engine of queue pairs: what hardware does between a posted work request and its
 * completion. It does not depend on the API packages.
 *
 * <pre>
 *   post --> SendQueue --> Requester ---requests---> wire ---> Responder --> ReceiveQueue --> sink
 *                              |                                  |  ^            ^
 *                     sink <---+ <--answers------ wire <----------+  |            |
 *                                                                    |   SharedReceives (SRQ)
 *                                                                    |   and TagMatching
 *                                              ProtectionTable ------+
 *                                              checks keys and ranges
 * </pre>
 *
 * <p>Reliable datagrams: an end-to-end context is such a machine, too, and works for the queue
 * pairs of its domain, one message at a time.
 *
 * <pre>
 *   queue pairs                     contexts                        queue pairs
 *   SendQueue -> ReliableDatagram-  EndToEndSender, Requester ---->  ReliableReceives
 *                Sender             EndToEndReceiver, Responder      (a ContextReceive each)
 * </pre>
 *
 * <p>{@link dev.weft.nic.queuepair.QueuePairMachine} has one lock. No thread waits for a lock while
 * it holds another one: where the lock of a peer is taken, it sets the pending bit of that lock. A
 * doorbell serves the machine on the thread that rings it.
 */
package dev.weft.nic.queuepair;
