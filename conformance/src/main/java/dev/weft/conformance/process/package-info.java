/**
 * The peer process of a check between processes, and the remote calls by which the kit uses it.
 *
 * <pre>
 *   Bench, Peer, clauses        calls of dev.weft.fabric and dev.weft.verbs, local or remote
 *         |
 *   RemoteObject                an interface of these, each call of which goes to
 *   PeerProcess                 a line, a Unix socket          (closed when the kit ends)
 *   ValueWriter, ValueReader    numbers, records, messages, batches, by Form where they are plain
 *         |
 *   PeerMain                    reads the call, makes it on the object of this number
 *   PeerObjects                 in PeerObjects, and returns the result
 *
 *   SharedMemory                the buffers, mapped by both
 * </pre>
 */
package dev.weft.conformance.process;
