package dev.weft.verbs.attributes;

import dev.weft.argument.Numbers;

/** The link layer of a port. */
public enum LinkLayer {
  /** {@code IBV_LINK_LAYER_UNSPECIFIED}: treated as InfiniBand, for old programs. */
  UNSPECIFIED(0),
  /** {@code IBV_LINK_LAYER_INFINIBAND}: LIDs and GIDs. */
  INFINIBAND(1),
  /** {@code IBV_LINK_LAYER_ETHERNET}: GIDs only. */
  ETHERNET(2);

  private final int value;

  LinkLayer(int value) {
    this.value = value;
  }

  /** The number in C. */
  public int value() {
    return value;
  }

  /**
   * The constant with this C number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static LinkLayer of(int value) {
    return Numbers.constant(values(), LinkLayer::value, value);
  }
}
