package dev.weft.cli.perf;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.Fabrics;
import dev.weft.verbs.DeviceAttributes;
import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsContext;

/**
 * What ends are opened on: a fabric, in libfabric's words, or a device such as {@code loopback0},
 * in verbs'.
 */
interface TestFabric extends AutoCloseable {

  /** An end for this row. */
  Port open(TestCase row);

  /** How many sends, or other operations of the one end, may be under way; 0 for no limit. */
  long transmits();

  /** How many receives may be posted; 0 for no limit. */
  long receives();

  @Override
  void close();

  /** Whether a medium of this name is a device. */
  static boolean isDevice(String name) {
    return Devices.list().stream().anyMatch(device -> device.name().equals(name));
  }

  /** The provider by which two processes talk that measure a medium of this name. */
  static String provider(String name) {
    return isDevice(name) ? name.replaceFirst("[0-9]+$", "") : name;
  }

  /** Opens the medium of this name; a fabric must do what the hints say. */
  static TestFabric open(String name, FabricInfo hints) {
    if (isDevice(name)) {
      return new OfDevice(Devices.named(name).open());
    }
    FabricInfo info = Fabrics.getInfo(hints).getFirst();
    return new OfFabric(Fabrics.open(info), info);
  }

  /** A fabric, in libfabric's words. */
  record OfFabric(Fabric fabric, FabricInfo info) implements TestFabric {

    @Override
    public Port open(TestCase row) {
      return new FabricPort(fabric, info, row);
    }

    @Override
    public long transmits() {
      return info.transmit().size();
    }

    @Override
    public long receives() {
      return info.receive().size();
    }

    @Override
    public void close() {
      fabric.close();
    }
  }

  /** A device, in verbs' words. */
  record OfDevice(VerbsContext context) implements TestFabric {

    @Override
    public Port open(TestCase row) {
      return new VerbsPort(context, row);
    }

    @Override
    public long transmits() {
      return limits().maxQpWr();
    }

    @Override
    public long receives() {
      return limits().maxQpWr();
    }

    private DeviceAttributes limits() {
      return context.queryDevice();
    }

    @Override
    public void close() {
      context.close();
    }
  }
}
