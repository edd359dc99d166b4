package dev.weft.software.verbs;

import dev.weft.software.transport.Destination;
import dev.weft.verbs.AddressHandleAttributes;
import dev.weft.verbs.Gid;
import dev.weft.verbs.LinkLayer;
import dev.weft.verbs.Mtu;
import dev.weft.verbs.PortAttributes;
import dev.weft.verbs.PortState;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;

/**
 * The one port of the software device. Every queue pair of the device is behind it: what goes to
 * one of its LIDs, or to its GID, arrives at the device itself, and nothing arrives elsewhere.
 *
 * @param gid the link-local GID made of the device's GUID
 */
record DevicePort(Gid gid) implements PortAttributes {
  /** Its number. */
  static final int NUMBER = 1;

  /** The default partition, full member. */
  static final int[] PKEYS = {0xFFFF};

  private static final int BASE_LID = 0x10;
  private static final int LMC = 3;
  private static final int PATHS = 1 << LMC;
  private static final int LINK_UP = 5;
  private static final int LARGEST_MESSAGE = 1 << 30;
  private static final int MAX_SERVICE_LEVEL = 15;
  private static final long LINK_LOCAL = 0xFE80_0000_0000_0000L;

  DevicePort(long guid) {
    this(new Gid(LINK_LOCAL, guid));
  }

  /** Refuses every number but {@link #NUMBER}, for {@code call}. */
  static void require(int port, String call) {
    if (port != NUMBER) {
      throw invalid(call, "port=" + port + ", allowed " + NUMBER);
    }
  }

  Gid gid(int index) {
    return switch (index) {
      case 0 -> gid;
      default -> throw invalid("ibv_query_gid", "index=" + index + ", allowed 0");
    };
  }

  int pkey(int index) {
    if (index < 0 || index >= PKEYS.length) {
      throw invalid("ibv_query_pkey", "index=" + index + ", allowed 0.." + (PKEYS.length - 1));
    }
    return PKEYS[index];
  }

  /** Whether a path can be used here; what is wrong with it otherwise, for {@code call}. */
  void require(AddressHandleAttributes path, String call) {
    require(path.port(), call);
    if (path.serviceLevel() < 0 || path.serviceLevel() > MAX_SERVICE_LEVEL) {
      throw invalid(call, "sl=" + path.serviceLevel() + ", allowed 0.." + MAX_SERVICE_LEVEL);
    }
    if (path.sourcePathBits() < 0 || path.sourcePathBits() >= PATHS) {
      throw invalid(call, "src_path_bits=" + path.sourcePathBits() + ", allowed 0.." + (PATHS - 1));
    }
    if (path.isGlobal() && path.globalRoute().sgidIndex() != 0) {
      throw invalid(call, "sgid_index=" + path.globalRoute().sgidIndex() + ", allowed 0");
    }
  }

  /** Where a path leads that {@link #require} has let pass. */
  Destination destination(AddressHandleAttributes path) {
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
    return LARGEST_MESSAGE;
  }

  @Override
  public int pkeyTableLength() {
    return PKEYS.length;
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
}
