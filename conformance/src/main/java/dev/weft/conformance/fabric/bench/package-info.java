/**
 * The test fixture of clauses of the libfabric API, the bench: two peers, their queues and memory.
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
 * <p>If endpoints of the provider reach other processes, the sender and all further peers are
 * objects of the peer process ({@code dev.weft.conformance.process}); the code of the clauses is
 * the same.
 */
package dev.weft.conformance.fabric.bench;
