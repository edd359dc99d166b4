package dev.weft.cli.soak;

import dev.weft.cli.workload.OpenEndpoint;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import java.nio.charset.StandardCharsets;

/** Opens the endpoints of soak runs. */
final class SoakPorts {
  private static final int QUEUE = 2048;

  private SoakPorts() {}

  /** An endpoint over shm with a chosen name. */
  static OpenEndpoint named(String fabricName, String name, WaitObject wait) {
    return open(
        FabricInfo.builder()
            .fabric(FabricAttributes.builder().name(fabricName).providerName("shm").build())
            .sourceAddress(address(fabricName, name))
            .build(),
        wait);
  }

  /** An endpoint of this provider for a phase. */
  static OpenEndpoint of(String provider, SoakPhase phase) {
    return open(
        FabricInfo.builder()
            .provider(provider)
            .threading(phase.threading())
            .progress(phase.progress())
            .build(),
        phase.rest().waitObject());
  }

  private static OpenEndpoint open(FabricInfo hints, WaitObject wait) {
    FabricInfo info = Fabrics.getInfo(hints).getFirst();
    return OpenEndpoint.alone(info, OpenEndpoint.tagged(wait).size(QUEUE).build());
  }

  /** The address of the endpoint over shm with this name. */
  static byte[] address(String fabricName, String name) {
    return ("shm://" + fabricName + "/" + name).getBytes(StandardCharsets.UTF_8);
  }
}
