/**
 * Clauses of queue pairs and their memory, of {@code ibv_post_send(3)} and {@code ibv_post_recv(3)}
 * to the states and errors of {@code ibv_modify_qp(3)}.
 */
package dev.weft.conformance.verbs.queuepair;
