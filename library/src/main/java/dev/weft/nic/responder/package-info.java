/**
 * The responder's side of queue pairs: accepts requests in order, writes them to receives or to
 * memory, and queues responses.
 *
 * <pre>
 *   frames --> ReceiveProtocol: Responder ------> IncomingMessage --> ReceiveQueue --> sink
 *                 |             DatagramReceiver                       TaggedReceives
 *                 |                  |                                    |  long: Rendezvous reads
 *   frames <--- ResponseQueue <------+--> RemoteAccess --> Region
 *
 *   request of a peer that holds both locks --> InProcessRequests --> ReceiveQueue, RemoteAccess
 * </pre>
 *
 * <p>The caller holds the lock of the queue pair, of which {@link
 * dev.weft.nic.workqueue.LocalQueuePair} is what this package knows.
 */
package dev.weft.nic.responder;
