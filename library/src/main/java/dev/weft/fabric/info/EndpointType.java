package dev.weft.fabric.info;

import dev.weft.fabric.Numbered;

/** {@code fi_ep_type}: how an endpoint communicates. */
public enum EndpointType implements Numbered {
  /** {@code FI_EP_UNSPEC}: no preference. */
  UNSPEC(0),
  /** {@code FI_EP_MSG}: reliable, connected to one peer. */
  MSG(1),
  /** {@code FI_EP_DGRAM}: unreliable datagrams to any peer. */
  DGRAM(2),
  /** {@code FI_EP_RDM}: reliable messages to any peer. */
  RDM(3);

  private final int value;

  EndpointType(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static EndpointType of(int value) {
    return Numbered.of(EndpointType.class, value);
  }
}
