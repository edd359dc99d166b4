/**
 * The clauses of the libfabric API: one class for each topic, in packages by what it is about.
 *
 * <pre>
 *   FabricClauses ──► queue      completion queues, their entries, errors and room: CQ, ER, FL
 *                 ──► wait       wait objects, poll sets, wait sets, counters: WO, TW, PS, WS, CN
 *                 ──► message    messages, scatter lists, peeks, multi-receive, cancel: EP
 *                 ──► memory     remote memory, atomics, triggered and deferred work: EP
 *                 ──► endpoint   endpoints, connections, sharing, peers: EQ, CM, SX, GI, PE
 *                       │
 *                       ▼
 *                     bench      the test fixture of all of them
 * </pre>
 */
package dev.weft.conformance.fabric;
