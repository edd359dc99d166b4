package dev.weft.fabric.info;

import dev.weft.fabric.Numbered;

/** {@code fi_av_type}: what an {@code fi_addr_t} is. */
public enum AddressVectorType implements Numbered {
  /** {@code FI_AV_UNSPEC}: the provider chooses. */
  UNSPEC(0),
  /** {@code FI_AV_MAP}: an opaque number (deprecated in C). */
  MAP(1),
  /** {@code FI_AV_TABLE}: the index of insertion, from 0 (EP-057). */
  TABLE(2);

  private final int value;

  AddressVectorType(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static AddressVectorType of(int value) {
    return Numbered.of(AddressVectorType.class, value);
  }
}
