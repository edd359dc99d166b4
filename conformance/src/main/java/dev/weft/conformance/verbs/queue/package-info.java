/**
 * Clauses of {@code ibv_create_cq_ex(3)}, {@code ibv_poll_cq(3)}, {@code ibv_req_notify_cq(3)},
 * {@code ibv_get_cq_event(3)} and {@code ibv_ack_cq_events(3)}, and what work completions hold.
 */
package dev.weft.conformance.verbs.queue;
