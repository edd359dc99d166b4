package dev.weft.verbs.attributes;

import dev.weft.argument.Require;

/**
 * {@code struct ibv_ah_attr}: the path to a port.
 *
 * @param globalRoute {@code grh}, or null: {@code is_global}.
 * @param dlid {@code dlid}: LID of the port, 0 to 65535.
 * @param serviceLevel {@code sl}: 0 to 15.
 * @param sourcePathBits {@code src_path_bits}: low bits of the source LID, 0 to 127.
 * @param staticRate {@code static_rate}: a number of {@code enum ibv_rate}, 2 to 24; 0 for no
 *     limit.
 * @param port {@code port_num}: the local port.
 */
public record AddressHandleAttributes(
    GlobalRoute globalRoute,
    int dlid,
    int serviceLevel,
    int sourcePathBits,
    int staticRate,
    int port) {

  /**
   * {@code struct ibv_global_route}.
   *
   * @param dgid {@code dgid}: GID of the port; not null.
   * @param flowLabel {@code flow_label}: 20 bits.
   * @param sgidIndex {@code sgid_index}: index of the source GID in the port's table.
   * @param hopLimit {@code hop_limit}: 0 to 255.
   * @param trafficClass {@code traffic_class}: 0 to 255.
   */
  public record GlobalRoute(
      Gid dgid, int flowLabel, int sgidIndex, int hopLimit, int trafficClass) {

    /** The ranges are checked when the path is used. */
    public GlobalRoute {
      Require.notNull("dgid", dgid);
    }
  }

  /** {@code is_global}: whether the path has a global route header. */
  public boolean isGlobal() {
    return globalRoute != null;
  }

  /** A path to a LID from port 1. */
  public static AddressHandleAttributes local(int dlid) {
    return new AddressHandleAttributes(null, dlid, 0, 0, 0, 1);
  }

  /** A path to a LID and GID from port 1. */
  public static AddressHandleAttributes global(int dlid, Gid dgid) {
    return new AddressHandleAttributes(new GlobalRoute(dgid, 0, 0, 1, 0), dlid, 0, 0, 0, 1);
  }

  /** A copy with another service level. */
  public AddressHandleAttributes withServiceLevel(int level) {
    return new AddressHandleAttributes(globalRoute, dlid, level, sourcePathBits, staticRate, port);
  }

  /** A copy with other source path bits. */
  public AddressHandleAttributes withSourcePathBits(int bits) {
    return new AddressHandleAttributes(globalRoute, dlid, serviceLevel, bits, staticRate, port);
  }

  /** A copy with another port. */
  public AddressHandleAttributes withPort(int number) {
    return new AddressHandleAttributes(
        globalRoute, dlid, serviceLevel, sourcePathBits, staticRate, number);
  }
}
