package dev.weft.provider.verbs;

import dev.weft.provider.verbs.device.DeviceNetwork;
import dev.weft.verbs.Device;
import dev.weft.verbs.VerbsProvider;
import dev.weft.wire.shm.ShmWire;
import java.util.List;

/**
 * The provider of device {@code shm0}, for queue pairs of all processes of one user on one host.
 *
 * <p>Its files lie in the folder of the system property {@code dev.weft.shm.folder}, else of the
 * environment variable {@code WEFT_SHM_FOLDER}, else in {@code /dev/shm}. The shared-memory
 * provider of the fabric API uses the same folder with other file names.
 */
public final class ShmVerbsProvider implements VerbsProvider {
  /** For {@link java.util.ServiceLoader}. */
  public ShmVerbsProvider() {}

  @Override
  public List<Device> devices() {
    DeviceNetwork wires =
        new DeviceNetwork(
            fabric -> ShmWire.configured(shmFabric(fabric)),
            fabric -> "shm://" + shmFabric(fabric) + "/");
    return List.of(new SoftwareDevice("shm0", SoftwareDevice.DEFAULT_FABRIC, wires));
  }

  private static String shmFabric(String fabric) {
    return fabric + "-verbs";
  }
}
