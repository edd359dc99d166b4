/**
 * The clauses of libfabric's words, a class of clauses for each object, and the bench they start
 * from.
 *
 * <pre>
 *   Clause ── check(Trial) ──► Bench.on(trial).size(8).wait(FD).open()
 *                                │
 *                 sender: Peer ──┴── receiver: Peer       endpoint, address vector, memory
 *                   transmit, receive: QueueReader        queue + batch + sources + error
 *                                │
 *                              Entry                      a copy of one completion
 * </pre>
 *
 * <p>Where endpoints of the provider reach other processes, the sender and all further peers are
 * objects of the peer process ({@code dev.weft.conformance.process}); clauses do not see it.
 */
package dev.weft.conformance.fabric;
