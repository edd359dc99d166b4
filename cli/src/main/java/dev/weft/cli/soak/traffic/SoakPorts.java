package dev.weft.cli.soak.traffic;

import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.futures.Node;
import java.nio.charset.StandardCharsets;

/** Opens the endpoints of soak runs. */
public final class SoakPorts {
  private static final int QUEUE = 2048;

  private SoakPorts() {}

  /** An endpoint over shm with a chosen name. */
  public static Node named(String fabricName, String name, WaitObject wait) {
    return open(
        FabricInfo.builder()
            .fabric(FabricAttributes.builder().name(fabricName).providerName("shm").build())
            .sourceAddress(address(fabricName, name))
            .build(),
        wait);
  }

  /** An endpoint of this provider. */
  public static Node of(
      String provider, Threading threading, ProgressModel progress, WaitObject wait) {
    return open(
        FabricInfo.builder().provider(provider).threading(threading).progress(progress).build(),
        wait);
  }

  private static Node open(FabricInfo hints, WaitObject wait) {
    FabricInfo info = Fabrics.getInfo(hints).getFirst();
    return Node.open(
        info,
        CompletionQueueAttributes.builder()
            .format(CompletionFormat.TAGGED)
            .waitObject(wait)
            .size(QUEUE)
            .build());
  }

  /** The address of the endpoint over shm with this name. */
  public static byte[] address(String fabricName, String name) {
    return ("shm://" + fabricName + "/" + name).getBytes(StandardCharsets.UTF_8);
  }
}
