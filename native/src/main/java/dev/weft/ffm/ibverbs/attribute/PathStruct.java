package dev.weft.ffm.ibverbs.attribute;

import dev.weft.ffm.ibverbs.layout.AttributeLayouts;
import dev.weft.ffm.linker.CStruct;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.AddressHandleAttributes.GlobalRoute;
import dev.weft.verbs.attributes.Gid;

/** {@code struct ibv_ah_attr}: a path, to and from C. */
public final class PathStruct {
  private static final int MAX_LID = 0xFFFF;
  private static final int MAX_OCTET = 0xFF;
  private static final int MAX_LEVEL = 15;
  private static final int MAX_PATH_BITS = 127;
  private static final int MAX_FLOW = 0xF_FFFF;

  private PathStruct() {}

  /**
   * The first value out of range, with what is allowed; null if there is none. C would take the
   * lowest bits of some.
   */
  public static String misfit(AddressHandleAttributes path) {
    GlobalRoute route = path.globalRoute();
    String wrong = outside("dlid", path.dlid(), MAX_LID);
    wrong = wrong == null ? outside("sl", path.serviceLevel(), MAX_LEVEL) : wrong;
    wrong = wrong == null ? outside("src_path_bits", path.sourcePathBits(), MAX_PATH_BITS) : wrong;
    wrong = wrong == null ? outside("static_rate", path.staticRate(), MAX_OCTET) : wrong;
    wrong = wrong == null ? outside("port_num", path.port(), MAX_OCTET) : wrong;
    return wrong == null && route != null ? misfit(route) : wrong;
  }

  private static String misfit(GlobalRoute route) {
    String wrong = outside("sgid_index", route.sgidIndex(), MAX_OCTET);
    wrong = wrong == null ? outside("flow_label", route.flowLabel(), MAX_FLOW) : wrong;
    wrong = wrong == null ? outside("hop_limit", route.hopLimit(), MAX_OCTET) : wrong;
    return wrong == null ? outside("traffic_class", route.trafficClass(), MAX_OCTET) : wrong;
  }

  private static String outside(String name, int value, int most) {
    return value < 0 || value > most ? name + "=" + value + ", allowed 0.." + most : null;
  }

  /** Writes a path for which {@link #misfit} is null. */
  public static void write(AddressHandleAttributes path, CStruct struct) {
    struct
        .half("dlid", path.dlid())
        .octet("sl", path.serviceLevel())
        .octet("src_path_bits", path.sourcePathBits())
        .octet("static_rate", path.staticRate())
        .octet("is_global", path.isGlobal() ? 1 : 0)
        .octet("port_num", path.port());
    if (path.isGlobal()) {
      GlobalRoute route = path.globalRoute();
      CStruct header = struct.inner("grh", AttributeLayouts.ROUTE);
      route.dgid().write(header.memory(), 0);
      header
          .integer("flow_label", route.flowLabel())
          .octet("sgid_index", route.sgidIndex())
          .octet("hop_limit", route.hopLimit())
          .octet("traffic_class", route.trafficClass());
    }
  }

  /** The path that C has filled. */
  public static AddressHandleAttributes read(CStruct struct) {
    return new AddressHandleAttributes(
        struct.octet("is_global") == 0 ? null : route(struct.inner("grh", AttributeLayouts.ROUTE)),
        struct.half("dlid"),
        struct.octet("sl"),
        struct.octet("src_path_bits"),
        struct.octet("static_rate"),
        struct.octet("port_num"));
  }

  private static GlobalRoute route(CStruct header) {
    return new GlobalRoute(
        Gid.read(header.memory(), 0),
        header.integer("flow_label"),
        header.octet("sgid_index"),
        header.octet("hop_limit"),
        header.octet("traffic_class"));
  }

  /** The path of a query; null where none was set: no destination has no LID and no GID. */
  public static AddressHandleAttributes readIfSet(CStruct struct) {
    AddressHandleAttributes path = read(struct);
    boolean leads =
        path.dlid() != 0 || (path.isGlobal() && !path.globalRoute().dgid().equals(Gid.ZERO));
    return leads ? path : null;
  }
}
