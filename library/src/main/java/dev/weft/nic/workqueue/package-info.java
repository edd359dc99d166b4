/**
 * The work queues of a queue pair: posted requests and receives as words in rings, scatter/gather
 * lists, shared receive queues and tag lists.
 *
 * <pre>
 *   SendRequest -----> SendQueue     posted, sent and done are positions in a ring of SendEntries
 *   ReceiveRequest --> ReceiveRing   of one queue pair, or of SharedReceives (SRQ)
 *                      ReceiveQueue  the current receive of a queue pair, out of either
 *                      TagMatching   a ring and a TagList, for IBV_SRQT_TM
 *   BufferTable                      copies between a list and a frame, or another list
 *   RequestWriter                    writes a request of a SendQueue into frames
 *   LocalQueuePair                   what the users of both queues know of their queue pair
 * </pre>
 */
package dev.weft.nic.workqueue;
