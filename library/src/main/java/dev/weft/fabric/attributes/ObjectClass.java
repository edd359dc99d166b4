package dev.weft.fabric.attributes;

import dev.weft.fabric.Numbered;

/** The class of a fabric object ({@code fid.fclass}). */
public enum ObjectClass implements Numbered {
  /** {@code FI_CLASS_UNSPEC}: none. */
  UNSPEC(0),
  /** {@code FI_CLASS_FABRIC}: a fabric. */
  FABRIC(1),
  /** {@code FI_CLASS_DOMAIN}: a domain. */
  DOMAIN(2),
  /** {@code FI_CLASS_EP}: an endpoint. */
  EP(3),
  /** {@code FI_CLASS_SEP}: a scalable endpoint. */
  SEP(4),
  /** {@code FI_CLASS_RX_CTX}: a receive context. */
  RX_CTX(5),
  /** {@code FI_CLASS_SRX_CTX}: a shared receive context. */
  SRX_CTX(6),
  /** {@code FI_CLASS_TX_CTX}: a transmit context. */
  TX_CTX(7),
  /** {@code FI_CLASS_STX_CTX}: a shared transmit context. */
  STX_CTX(8),
  /** {@code FI_CLASS_PEP}: a passive endpoint. */
  PEP(9),
  /** {@code FI_CLASS_INTERFACE}: an interface. */
  INTERFACE(10),
  /** {@code FI_CLASS_AV}: an address vector. */
  AV(11),
  /** {@code FI_CLASS_MR}: a memory region. */
  MR(12),
  /** {@code FI_CLASS_EQ}: an event queue. */
  EQ(13),
  /** {@code FI_CLASS_CQ}: a completion queue. */
  CQ(14),
  /** {@code FI_CLASS_CNTR}: a counter. */
  CNTR(15),
  /** {@code FI_CLASS_WAIT}: a wait set. */
  WAIT(16),
  /** {@code FI_CLASS_POLL}: a poll set. */
  POLL(17),
  /** {@code FI_CLASS_CONNREQ}: a connection request. */
  CONNREQ(18);

  private final int value;

  ObjectClass(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static ObjectClass of(int value) {
    return Numbered.of(ObjectClass.class, value);
  }
}
