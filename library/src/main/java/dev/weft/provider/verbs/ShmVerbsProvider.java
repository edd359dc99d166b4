package dev.weft.provider.verbs;

import dev.weft.provider.verbs.device.DeviceNetwork;
import dev.weft.verbs.Device;
import dev.weft.verbs.VerbsProvider;
import dev.weft.wire.Wire;
import dev.weft.wire.shm.RingSize;
import dev.weft.wire.shm.ShmWire;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The provider of device {@code shm0}, for queue pairs of all processes of one user on one host.
 *
 * <p>Its files lie in the folder of the system property {@code dev.weft.shm.folder}, else of the
 * environment variable {@code WEFT_SHM_FOLDER}, else in {@code /dev/shm}. The shared-memory
 * provider of the fabric API uses the same folder with other file names.
 */
public final class ShmVerbsProvider implements VerbsProvider {
  private static final Map<Place, ShmWire> WIRES = new ConcurrentHashMap<>();

  /** The folder and fabric of a device's ports. */
  private record Place(Path folder, String fabric) {}

  /** For {@link java.util.ServiceLoader}. */
  public ShmVerbsProvider() {}

  @Override
  public List<Device> devices() {
    DeviceNetwork wires =
        new DeviceNetwork(ShmVerbsProvider::wire, fabric -> "shm://" + shmFabric(fabric) + "/");
    return List.of(new SoftwareDevice("shm0", SoftwareDevice.DEFAULT_FABRIC, wires));
  }

  private static Wire wire(String fabric) {
    return WIRES.computeIfAbsent(
        new Place(ShmWire.configuredFolder(), shmFabric(fabric)),
        place -> new ShmWire(place.folder, place.fabric, RingSize.configured(Wire.RING_BYTES)));
  }

  private static String shmFabric(String fabric) {
    return fabric + "-verbs";
  }
}
