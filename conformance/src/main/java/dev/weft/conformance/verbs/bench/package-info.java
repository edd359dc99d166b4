/**
 * The test fixture of clauses of the verbs API: a device, queue pairs that are connected to each
 * other, their queues and buffers.
 */
package dev.weft.conformance.verbs.bench;
