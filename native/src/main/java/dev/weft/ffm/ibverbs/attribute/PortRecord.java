package dev.weft.ffm.ibverbs.attribute;

import dev.weft.ffm.ibverbs.layout.DeviceLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CStruct;
import dev.weft.verbs.attributes.LinkLayer;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.PortAttributes;
import dev.weft.verbs.attributes.PortState;
import java.lang.foreign.Arena;

/**
 * {@code struct ibv_port_attr}, as the device has filled it.
 *
 * @param struct the struct
 */
public record PortRecord(CStruct struct) implements PortAttributes {

  /**
   * {@code ibv_query_port(3)}. The function with this symbol fills an older struct, which is the
   * beginning of this one.
   */
  public static PortRecord of(ContextFunctions functions, int port) {
    CStruct struct = CStruct.in(Arena.ofAuto(), DeviceLayouts.PORT);
    long query = functions.extended("query_port");
    int error =
        query == 0
            ? Verb.QUERY_PORT.error(functions.context(), port, struct.address())
            : Verb.errorOf(
                query, functions.context(), port, struct.address(), struct.type().size());
    Verb.QUERY_PORT.require(error, "port_num=" + port);
    return new PortRecord(struct);
  }

  @Override
  public PortState state() {
    return PortState.of(struct.integer("state"));
  }

  @Override
  public Mtu maxMtu() {
    return Mtu.of(struct.integer("max_mtu"));
  }

  @Override
  public Mtu activeMtu() {
    return Mtu.of(struct.integer("active_mtu"));
  }

  @Override
  public int gidTableLength() {
    return struct.integer("gid_tbl_len");
  }

  @Override
  public int capabilities() {
    return struct.integer("port_cap_flags");
  }

  @Override
  public int maxMessageSize() {
    return struct.integer("max_msg_sz");
  }

  @Override
  public int pkeyTableLength() {
    return struct.half("pkey_tbl_len");
  }

  @Override
  public int lid() {
    return struct.half("lid");
  }

  @Override
  public int lmc() {
    return struct.octet("lmc");
  }

  @Override
  public int subnetManagerLid() {
    return struct.half("sm_lid");
  }

  @Override
  public int subnetManagerServiceLevel() {
    return struct.octet("sm_sl");
  }

  @Override
  public int maxVirtualLanes() {
    return struct.octet("max_vl_num");
  }

  @Override
  public int subnetTimeout() {
    return struct.octet("subnet_timeout");
  }

  @Override
  public int activeWidth() {
    return struct.octet("active_width");
  }

  @Override
  public int activeSpeed() {
    return struct.octet("active_speed");
  }

  @Override
  public int physicalState() {
    return struct.octet("phys_state");
  }

  @Override
  public LinkLayer linkLayer() {
    return LinkLayer.of(struct.octet("link_layer"));
  }
}
