package dev.weft.cli.perf.port;

import dev.weft.cli.perf.plan.FabricName;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsContext;

/** What a test runs on: a libfabric fabric, or a verbs device such as {@code loopback0}. */
public interface TestFabric extends AutoCloseable {

  /** Opens an end for this row. */
  Port open(TestCase row);

  /** How many sends, and how many receives, one end may post; 0 for no limit. */
  long operations();

  @Override
  void close();

  /** Opens the fabric of this offer, or the device with this name. */
  static TestFabric open(String name, FabricInfo offer) {
    return FabricName.isDevice(name)
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
    public long operations() {
      long transmits = info.transmit().size();
      long receives = info.receive().size();
      return transmits > 0 && receives > 0
          ? Math.min(transmits, receives)
          : Math.max(transmits, receives);
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
    public long operations() {
      return context.queryDevice().maxQpWr();
    }

    @Override
    public void close() {
      context.close();
    }
  }
}
