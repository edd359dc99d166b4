package dev.weft.fabric.message;

import dev.weft.fabric.Numbered;

/** {@code fi_op_type}: what a deferred work request does (EP-060). */
public enum DeferredOperation implements Numbered {
  /** {@code FI_OP_RECV}: {@code fi_recvmsg(3)}. */
  RECV(0),
  /** {@code FI_OP_SEND}: {@code fi_sendmsg(3)}. */
  SEND(1),
  /** {@code FI_OP_TRECV}: {@code fi_trecvmsg(3)}. */
  TRECV(2),
  /** {@code FI_OP_TSEND}: {@code fi_tsendmsg(3)}. */
  TSEND(3),
  /** {@code FI_OP_READ}: {@code fi_readmsg(3)}. */
  READ(4),
  /** {@code FI_OP_WRITE}: {@code fi_writemsg(3)}. */
  WRITE(5),
  /** {@code FI_OP_ATOMIC}: {@code fi_atomicmsg(3)}. */
  ATOMIC(6),
  /** {@code FI_OP_FETCH_ATOMIC}: {@code fi_fetch_atomicmsg(3)}. */
  FETCH_ATOMIC(7),
  /** {@code FI_OP_COMPARE_ATOMIC}: {@code fi_compare_atomicmsg(3)}. */
  COMPARE_ATOMIC(8),
  /** {@code FI_OP_CNTR_SET}: {@code fi_cntr_set(3)}. */
  CNTR_SET(9),
  /** {@code FI_OP_CNTR_ADD}: {@code fi_cntr_add(3)}. */
  CNTR_ADD(10);

  private final int value;

  DeferredOperation(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** Whether it changes a counter and moves no data. */
  public boolean isCounting() {
    return this == CNTR_SET || this == CNTR_ADD;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static DeferredOperation of(int value) {
    return Numbered.of(DeferredOperation.class, value);
  }
}
