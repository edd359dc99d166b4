package dev.weft.verbs;

/** {@code struct ibv_device}: a device that can be opened. Any thread may call. */
public interface Device {

  /** {@code ibv_get_device_name(3)}: such as {@code shm0}. */
  String name();

  /** {@code ibv_get_device_guid(3)}: 64 bits, the same in every process. */
  long guid();

  /**
   * The fabric that its ports are connected to. Devices of the same name on different fabrics
   * cannot reach each other. Devices from {@link Devices} use the fabric {@code weft}.
   */
  String fabric();

  /**
   * What its ports are connected to, for people and for comparison: two devices reach each other
   * only if these are equal. Empty if that is not known in advance, as with hosts behind routers.
   * No C counterpart.
   */
  default String network() {
    return "";
  }

  /** This device, connected to another fabric. */
  Device onFabric(String fabric);

  /**
   * {@code ibv_open_device(3)}: opens a new context.
   *
   * @throws VerbsException if the device cannot be used here
   */
  VerbsContext open();
}
