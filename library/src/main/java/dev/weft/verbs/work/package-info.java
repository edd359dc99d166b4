/**
 * Work requests that a program posts: {@code ibv_send_wr}, {@code ibv_recv_wr}, {@code ibv_sge},
 * {@code ibv_mw_bind} and {@code ibv_ops_wr}.
 */
package dev.weft.verbs.work;
