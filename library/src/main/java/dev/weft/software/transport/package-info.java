/**
 * Queue pairs without words: what hardware does between a posted work request and its completion.
 *
 * <pre>
 *   post --> SendQueue --> Requester ---requests---> wire ---> Responder --> ReceiveQueue --> sink
 *                              |                                  |  ^            ^
 *                     sink <---+ <--answers------ wire <----------+  |            |
 *                                                                    |   SharedReceives (SRQ)
 *                                                                    |   and TagMatching
 *                                              ProtectionTable ------+
 *                                              who may touch which bytes
 * </pre>
 *
 * <p>Reliable datagrams: an end-to-end context is such a machine, too, and works for the queue
 * pairs of its domain, one message at a time.
 *
 * <pre>
 *   queue pairs                     contexts                        queue pairs
 *   SendQueue -> ReliableDatagram-  EndToEndSender, Requester ---->  ReliableReceives
 *                Sender             EndToEndReceiver, Responder      (one ReceiveTurn a context)
 * </pre>
 *
 * <p>{@link dev.weft.software.transport.QueuePairMachine} has one lock, and nobody waits for one
 * while holding another: who finds a peer's taken leaves a mark there. A doorbell is progress: it
 * serves the machine on the thread that rang.
 */
package dev.weft.software.transport;
