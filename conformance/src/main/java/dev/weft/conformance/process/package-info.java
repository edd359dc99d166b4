/**
 * The second process of a check between processes, and how the kit acts in it.
 *
 * <pre>
 *   Bench, Peer, clauses        words of dev.weft.fabric and dev.weft.verbs, here or there
 *         |
 *   RemoteObject                an interface of these, each call of which goes to
 *   PeerProcess                 a line, a Unix socket          (closed when the kit ends)
 *   ValueWriter, ValueReader    numbers, records, messages, batches, by Form where they are plain
 *         |
 *   PeerMain                    reads the call, does it to the object of this number
 *   PeerObjects                 in PeerObjects, and answers
 *
 *   SharedMemory                the buffers, mapped by both
 * </pre>
 */
package dev.weft.conformance.process;
