package dev.weft.verbs.attributes;

import dev.weft.argument.FlagNames;

/** {@code enum ibv_device_cap_flags}: optional capabilities of a device. */
public final class DeviceCapabilities {

  /** {@code IBV_DEVICE_RESIZE_MAX_WR}: work queues can be resized. */
  public static final int RESIZE_MAX_WR = 1;

  /** {@code IBV_DEVICE_BAD_PKEY_CNTR}: bad partition keys are counted. */
  public static final int BAD_PKEY_CNTR = 1 << 1;

  /** {@code IBV_DEVICE_BAD_QKEY_CNTR}: bad queue keys are counted. */
  public static final int BAD_QKEY_CNTR = 1 << 2;

  /** {@code IBV_DEVICE_RAW_MULTI}: raw packets can be multicast. */
  public static final int RAW_MULTI = 1 << 3;

  /** {@code IBV_DEVICE_AUTO_PATH_MIG}: paths migrate by themselves. */
  public static final int AUTO_PATH_MIG = 1 << 4;

  /** {@code IBV_DEVICE_CHANGE_PHY_PORT}: a queue pair can change its port. */
  public static final int CHANGE_PHY_PORT = 1 << 5;

  /** {@code IBV_DEVICE_UD_AV_PORT_ENFORCE}: an address handle must name the queue pair's port. */
  public static final int UD_AV_PORT_ENFORCE = 1 << 6;

  /** {@code IBV_DEVICE_CURR_QP_STATE_MOD}: {@code cur_qp_state} is checked. */
  public static final int CURR_QP_STATE_MOD = 1 << 7;

  /** {@code IBV_DEVICE_SHUTDOWN_PORT}: a port can be shut down. */
  public static final int SHUTDOWN_PORT = 1 << 8;

  /** {@code IBV_DEVICE_INIT_TYPE}: the initialisation type can be set. */
  public static final int INIT_TYPE = 1 << 9;

  /** {@code IBV_DEVICE_PORT_ACTIVE_EVENT}: a port that becomes active raises an event. */
  public static final int PORT_ACTIVE_EVENT = 1 << 10;

  /** {@code IBV_DEVICE_SYS_IMAGE_GUID}: the device has a system image GUID. */
  public static final int SYS_IMAGE_GUID = 1 << 11;

  /** {@code IBV_DEVICE_RC_RNR_NAK_GEN}: a responder without a receive sends an RNR NAK (VQ-24). */
  public static final int RC_RNR_NAK_GEN = 1 << 12;

  /** {@code IBV_DEVICE_SRQ_RESIZE}: shared receive queues can be resized. */
  public static final int SRQ_RESIZE = 1 << 13;

  /** {@code IBV_DEVICE_N_NOTIFY_CQ}: notification after a number of completions. */
  public static final int N_NOTIFY_CQ = 1 << 14;

  /** {@code IBV_DEVICE_MEM_WINDOW}: supports memory windows. */
  public static final int MEM_WINDOW = 1 << 17;

  /** {@code IBV_DEVICE_UD_IP_CSUM}: datagram checksums are offloaded. */
  public static final int UD_IP_CSUM = 1 << 18;

  /** {@code IBV_DEVICE_XRC}: supports extended reliable connections. */
  public static final int XRC = 1 << 20;

  /** {@code IBV_DEVICE_MEM_MGT_EXTENSIONS}: keys are invalidated by work requests (VQ-36). */
  public static final int MEM_MGT_EXTENSIONS = 1 << 21;

  /** {@code IBV_DEVICE_MEM_WINDOW_TYPE_2A}: type 2 windows belong to a queue pair. */
  public static final int MEM_WINDOW_TYPE_2A = 1 << 23;

  /** {@code IBV_DEVICE_MEM_WINDOW_TYPE_2B}: type 2 windows belong to a domain and a queue pair. */
  public static final int MEM_WINDOW_TYPE_2B = 1 << 24;

  /** {@code IBV_DEVICE_RC_IP_CSUM}: connected checksums are offloaded. */
  public static final int RC_IP_CSUM = 1 << 25;

  /** {@code IBV_DEVICE_RAW_IP_CSUM}: raw checksums are offloaded. */
  public static final int RAW_IP_CSUM = 1 << 26;

  /** {@code IBV_DEVICE_MANAGED_FLOW_STEERING}: packets can be steered. */
  public static final int MANAGED_FLOW_STEERING = 1 << 29;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(RESIZE_MAX_WR, "IBV_DEVICE_RESIZE_MAX_WR")
          .name(BAD_PKEY_CNTR, "IBV_DEVICE_BAD_PKEY_CNTR")
          .name(BAD_QKEY_CNTR, "IBV_DEVICE_BAD_QKEY_CNTR")
          .name(RAW_MULTI, "IBV_DEVICE_RAW_MULTI")
          .name(AUTO_PATH_MIG, "IBV_DEVICE_AUTO_PATH_MIG")
          .name(CHANGE_PHY_PORT, "IBV_DEVICE_CHANGE_PHY_PORT")
          .name(UD_AV_PORT_ENFORCE, "IBV_DEVICE_UD_AV_PORT_ENFORCE")
          .name(CURR_QP_STATE_MOD, "IBV_DEVICE_CURR_QP_STATE_MOD")
          .name(SHUTDOWN_PORT, "IBV_DEVICE_SHUTDOWN_PORT")
          .name(INIT_TYPE, "IBV_DEVICE_INIT_TYPE")
          .name(PORT_ACTIVE_EVENT, "IBV_DEVICE_PORT_ACTIVE_EVENT")
          .name(SYS_IMAGE_GUID, "IBV_DEVICE_SYS_IMAGE_GUID")
          .name(RC_RNR_NAK_GEN, "IBV_DEVICE_RC_RNR_NAK_GEN")
          .name(SRQ_RESIZE, "IBV_DEVICE_SRQ_RESIZE")
          .name(N_NOTIFY_CQ, "IBV_DEVICE_N_NOTIFY_CQ")
          .name(MEM_WINDOW, "IBV_DEVICE_MEM_WINDOW")
          .name(UD_IP_CSUM, "IBV_DEVICE_UD_IP_CSUM")
          .name(XRC, "IBV_DEVICE_XRC")
          .name(MEM_MGT_EXTENSIONS, "IBV_DEVICE_MEM_MGT_EXTENSIONS")
          .name(MEM_WINDOW_TYPE_2A, "IBV_DEVICE_MEM_WINDOW_TYPE_2A")
          .name(MEM_WINDOW_TYPE_2B, "IBV_DEVICE_MEM_WINDOW_TYPE_2B")
          .name(RC_IP_CSUM, "IBV_DEVICE_RC_IP_CSUM")
          .name(RAW_IP_CSUM, "IBV_DEVICE_RAW_IP_CSUM")
          .name(MANAGED_FLOW_STEERING, "IBV_DEVICE_MANAGED_FLOW_STEERING");

  private DeviceCapabilities() {}

  /**
   * The names of the set bits, {@code IBV_DEVICE_RESIZE_MAX_WR|...}; unknown bits as one
   * hexadecimal number.
   */
  public static String describe(int flags) {
    return NAMES.describe(flags);
  }
}
