package dev.weft.fabric.info;

import dev.weft.fabric.Numbered;

/** {@code fi_info.addr_format}: the format of endpoint addresses. */
public enum AddressFormat implements Numbered {
  /** {@code FI_FORMAT_UNSPEC}: no preference. */
  FORMAT_UNSPEC(0),
  /** {@code FI_SOCKADDR}: a {@code struct sockaddr}. */
  SOCKADDR(1),
  /** {@code FI_SOCKADDR_IN}: an IPv4 address and port. */
  SOCKADDR_IN(2),
  /** {@code FI_SOCKADDR_IN6}: an IPv6 address and port. */
  SOCKADDR_IN6(3),
  /** {@code FI_SOCKADDR_IB}: an InfiniBand address. */
  SOCKADDR_IB(4),
  /** {@code FI_ADDR_PSMX}: 8 bytes. */
  ADDR_PSMX(5),
  /** {@code FI_ADDR_GNI}: a Cray Gemini address. */
  ADDR_GNI(6),
  /** {@code FI_ADDR_BGQ}: a Blue Gene address. */
  ADDR_BGQ(7),
  /** {@code FI_ADDR_MLX}: a Mellanox address. */
  ADDR_MLX(8),
  /** {@code FI_ADDR_STR}: text, {@code name://where}; what the software fabrics use. */
  ADDR_STR(9),
  /** {@code FI_ADDR_PSMX2}: two 8-byte numbers. */
  ADDR_PSMX2(10),
  /** {@code FI_ADDR_IB_UD}: four 8-byte numbers. */
  ADDR_IB_UD(11),
  /** {@code FI_ADDR_EFA}: an EFA address. */
  ADDR_EFA(12),
  /** {@code FI_ADDR_PSMX3}: four 8-byte numbers. */
  ADDR_PSMX3(13),
  /** {@code FI_ADDR_OPX}: an Omni-Path address. */
  ADDR_OPX(14),
  /** {@code FI_ADDR_CXI}: a Slingshot address. */
  ADDR_CXI(15),
  /** {@code FI_ADDR_UCX}: a UCX address. */
  ADDR_UCX(16),
  /** {@code FI_SOCKADDR_IP}: an IPv4 or IPv6 address and port. */
  SOCKADDR_IP(17);

  private final int value;

  AddressFormat(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static AddressFormat of(int value) {
    return Numbered.of(AddressFormat.class, value);
  }
}
