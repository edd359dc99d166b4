package dev.weft.verbs.attributes;

import dev.weft.argument.Numbers;

/** {@code enum ibv_mtu}: maximum payload of one packet. */
public enum Mtu {
  /** {@code IBV_MTU_256}: 256 bytes. */
  MTU_256(1),
  /** {@code IBV_MTU_512}: 512 bytes. */
  MTU_512(2),
  /** {@code IBV_MTU_1024}: 1024 bytes. */
  MTU_1024(3),
  /** {@code IBV_MTU_2048}: 2048 bytes. */
  MTU_2048(4),
  /** {@code IBV_MTU_4096}: 4096 bytes. */
  MTU_4096(5);

  private final int value;

  Mtu(int value) {
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
  public static Mtu of(int value) {
    return Numbers.constant(values(), Mtu::value, value);
  }

  /** The size in bytes. */
  public int bytes() {
    return 128 << value;
  }
}
