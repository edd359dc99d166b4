package dev.weft.provider.verbs.device;

import dev.weft.argument.AttributeText;
import dev.weft.nic.packet.Destination;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.AddressHandleAttributes.GlobalRoute;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.LinkLayer;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.PortAttributes;
import dev.weft.verbs.attributes.PortState;

/**
 * The one port of the software device. All queue pairs of the device share it: a message to one of
 * its LIDs, or to its GID, arrives at the device itself, and messages to other addresses are lost.
 *
 * @param gid the link-local GID derived from the device's GUID
 */
public record DevicePort(Gid gid) implements PortAttributes {
  /** The port number. */
  public static final int NUMBER = 1;

  /** The length of the table of partition keys. */
  public static final int PKEYS = 1;

  /** Full membership in the default partition. */
  private static final int DEFAULT_PKEY = 0xFFFF;

  private static final int BASE_LID = 0x10;
  private static final int LMC = 3;
  private static final int PATHS = 1 << LMC;
  private static final int LINK_UP = 5;
  private static final int MAX_SERVICE_LEVEL = 15;
  private static final int MAX_LID = 0xFFFF;
  private static final int MAX_FLOW_LABEL = 0xF_FFFF;
  private static final int MAX_BYTE = 0xFF;

  /** {@code IBV_RATE_2_5_GBPS}. */
  private static final int LOWEST_RATE = 2;

  /** {@code IBV_RATE_1200_GBPS}. */
  private static final int HIGHEST_RATE = 24;

  private static final long LINK_LOCAL = 0xFE80_0000_0000_0000L;

  public DevicePort(long guid) {
    this(new Gid(LINK_LOCAL, guid));
  }

  /** Rejects every number except {@link #NUMBER}, for {@code call}. */
  public static void require(int port, String call) {
    if (port != NUMBER) {
      throw invalid(call, "port=" + port + ", allowed " + NUMBER);
    }
  }

  public Gid gid(int index) {
    return switch (index) {
      case 0 -> gid;
      default -> throw invalid("ibv_query_gid", "index=" + index + ", allowed 0");
    };
  }

  public int pkey(int index) {
    if (index < 0 || index >= PKEYS) {
      throw invalid("ibv_query_pkey", "index=" + index + ", allowed 0.." + (PKEYS - 1));
    }
    return DEFAULT_PKEY;
  }

  /** Rejects a path that cannot be used on this device, for {@code call}. */
  public void require(AddressHandleAttributes path, String call) {
    require(path.port(), call);
    require(call, "dlid", path.dlid(), MAX_LID);
    require(call, "sl", path.serviceLevel(), MAX_SERVICE_LEVEL);
    require(call, "src_path_bits", path.sourcePathBits(), PATHS - 1);
    int rate = path.staticRate();
    if (rate != 0 && (rate < LOWEST_RATE || rate > HIGHEST_RATE)) {
      throw invalid(
          call, "static_rate=%d, allowed 0, %d..%d".formatted(rate, LOWEST_RATE, HIGHEST_RATE));
    }
    if (path.isGlobal()) {
      GlobalRoute route = path.globalRoute();
      require(call, "flow_label", route.flowLabel(), MAX_FLOW_LABEL);
      require(call, "sgid_index", route.sgidIndex(), gidTableLength() - 1);
      require(call, "hop_limit", route.hopLimit(), MAX_BYTE);
      require(call, "traffic_class", route.trafficClass(), MAX_BYTE);
    }
  }

  private static void require(String call, String name, int value, int most) {
    if (value < 0 || value > most) {
      throw invalid(call, name + "=" + value + ", allowed 0.." + most);
    }
  }

  /** The destination of a path that {@link #require} has accepted. */
  public Destination destination(AddressHandleAttributes path) {
    boolean here =
        path.isGlobal()
            ? path.globalRoute().dgid().equals(gid)
            : path.dlid() >= BASE_LID && path.dlid() < BASE_LID + PATHS;
    return new Destination(
        here,
        BASE_LID | path.sourcePathBits(),
        path.serviceLevel(),
        path.dlid() & (PATHS - 1),
        path.isGlobal() ? GlobalRouteHeader.of(path.globalRoute(), gid) : null);
  }

  private static VerbsException invalid(String call, String detail) {
    return new VerbsException(VerbsErrno.EINVAL, call, detail, "");
  }

  @Override
  public PortState state() {
    return PortState.ACTIVE;
  }

  @Override
  public Mtu maxMtu() {
    return Mtu.MTU_4096;
  }

  @Override
  public Mtu activeMtu() {
    return Mtu.MTU_4096;
  }

  @Override
  public int gidTableLength() {
    return 1;
  }

  @Override
  public int capabilities() {
    return 0;
  }

  @Override
  public int maxMessageSize() {
    return (int) PacketFormat.MAX_MESSAGE;
  }

  @Override
  public int pkeyTableLength() {
    return PKEYS;
  }

  @Override
  public int lid() {
    return BASE_LID;
  }

  @Override
  public int lmc() {
    return LMC;
  }

  @Override
  public int subnetManagerLid() {
    return 0;
  }

  @Override
  public int subnetManagerServiceLevel() {
    return 0;
  }

  @Override
  public int maxVirtualLanes() {
    return 1;
  }

  @Override
  public int subnetTimeout() {
    return 0;
  }

  @Override
  public int activeWidth() {
    return 1;
  }

  @Override
  public int activeSpeed() {
    return 1;
  }

  @Override
  public int physicalState() {
    return LINK_UP;
  }

  @Override
  public LinkLayer linkLayer() {
    return LinkLayer.INFINIBAND;
  }

  @Override
  public String toString() {
    return new AttributeText("ibv_port_attr")
        .field("port_num", NUMBER)
        .field("state", state())
        .field("active_mtu", activeMtu())
        .field("lid", lid())
        .field("lmc", lmc())
        .field("gid", gid)
        .field("link_layer", linkLayer())
        .toString();
  }
}
