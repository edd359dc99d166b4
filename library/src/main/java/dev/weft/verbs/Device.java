package dev.weft.verbs;

/** {@code struct ibv_device}: a device that can be opened. Any thread may call. */
public interface Device {

  /** {@code ibv_get_device_name(3)}: such as {@code shm0}. */
  String name();

  /** {@code ibv_get_device_guid(3)}: 64 bits, the same in every process. */
  long guid();

  /**
   * What its ports are plugged into. Devices of one name on different fabrics never meet; the
   * fabric of a device from {@link Devices} is {@code weft}.
   */
  String fabric();

  /** The same device, plugged into the fabric of another name. */
  Device onFabric(String fabric);

  /**
   * {@code ibv_open_device(3)}: a context of one's own.
   *
   * @throws VerbsException if the device cannot be used here
   */
  VerbsContext open();
}
