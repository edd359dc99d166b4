package dev.weft.cli.perf;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.DeviceAttributes;

/** What a test runs on: a libfabric fabric, or a verbs device such as {@code loopback0}. */
interface TestFabric extends AutoCloseable {

  /** Opens an end for this row. */
  Port open(TestCase row);

  /** Maximum number of sends or other operations of one end in flight; 0 for no limit. */
  long transmits();

  /** How many receives may be posted; 0 for no limit. */
  long receives();

  @Override
  void close();

  /** Whether this is the name of a device. */
  static boolean isDevice(String name) {
    return Devices.list().stream().anyMatch(device -> device.name().equals(name));
  }

  /** The provider for the control messages of two processes that measure this fabric or device. */
  static String provider(String name) {
    return isDevice(name) ? name.replaceFirst("[0-9]+$", "") : name;
  }

  /** Opens the fabric of this offer, or the device with this name. */
  static TestFabric open(String name, FabricInfo offer) {
    return isDevice(name)
        ? new OfDevice(Devices.named(name).open())
        : new OfFabric(Fabrics.open(offer), offer);
  }

  /** A fabric of the libfabric API. */
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

  /** A device of the verbs API. */
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
