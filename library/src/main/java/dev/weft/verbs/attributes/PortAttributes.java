package dev.weft.verbs.attributes;

/** {@code struct ibv_port_attr}: properties of a port. */
public interface PortAttributes {

  /** {@code state}. */
  PortState state();

  /** {@code max_mtu}. */
  Mtu maxMtu();

  /** {@code active_mtu}: maximum size of a datagram. */
  Mtu activeMtu();

  /** {@code gid_tbl_len}. */
  int gidTableLength();

  /** {@code port_cap_flags}. */
  int capabilities();

  /** {@code max_msg_sz}: maximum message size in bytes. */
  int maxMessageSize();

  /** {@code pkey_tbl_len}. */
  int pkeyTableLength();

  /** {@code lid}: the first of 2^lmc. */
  int lid();

  /** {@code lmc}: number of low LID bits that select the path. */
  int lmc();

  /** {@code sm_lid}: LID of the subnet manager. */
  int subnetManagerLid();

  /** {@code sm_sl}: its service level. */
  int subnetManagerServiceLevel();

  /** {@code max_vl_num}: virtual lanes, as a code. */
  int maxVirtualLanes();

  /** {@code subnet_timeout}: 4.096 us * 2^this. */
  int subnetTimeout();

  /** {@code active_width}: lanes, as a code. */
  int activeWidth();

  /** {@code active_speed}: speed of a lane, as a code. */
  int activeSpeed();

  /** {@code phys_state}: 5 is up. */
  int physicalState();

  /** {@code link_layer}. */
  LinkLayer linkLayer();
}
