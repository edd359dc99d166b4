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
 * <p>{@link dev.weft.nic.queuepair.QueuePairMachine} has one lock. No thread waits for a lock while
 * it holds another one: if the lock of a peer is held, it sets the pending bit of that lock. A
 * doorbell serves the machine on the thread that rings it.
 *
 * <p>Imports run one way: reliabledatagram, queuepair, responder, sharedmemory, workqueue, then
 * memory, packet and progress.
 */
package dev.weft.nic.queuepair;
