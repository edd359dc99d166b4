package dev.weft.ffm.differential;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.futures.Node;
import java.util.function.IntSupplier;

/** Two nodes of one provider in one process, each with memory that the other may access. */
final class TwoNodes implements AutoCloseable {
  /** Bytes of the memory of each node. */
  static final int REGION = 256;

  /** The longest message, sent by rendezvous; every receive has room for it. */
  static final int MESSAGE = 40_000;

  /** The longest message that is injected. */
  static final int INJECT = 64;

  private final NodeSide[] sides = new NodeSide[2];

  TwoNodes(String provider) {
    FabricInfo offer = offer(provider);
    for (int i = 0; i < sides.length; i++) {
      sides[i] = new NodeSide(Node.open(offer, attributes()), i + 1L);
    }
    sides[0].know(sides[1]);
    sides[1].know(sides[0]);
  }

  private static CompletionQueueAttributes attributes() {
    return CompletionQueueAttributes.polling(CompletionFormat.TAGGED);
  }

  private static FabricInfo offer(String provider) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider(provider)
            .endpointType(EndpointType.RDM)
            .capabilities(
                Capabilities.MSG | Capabilities.TAGGED | Capabilities.RMA | Capabilities.ATOMIC)
            .memoryRegistrationMode(-1L)
            .build();
    FabricInfo first = Fabrics.getInfo(hints).getFirst();
    if (first.addressFormat() == AddressFormat.ADDR_STR) {
      return first;
    }
    byte[] here = FabricAddress.of(first, "127.0.0.1:0");
    return Fabrics.getInfo(hints.toBuilder().sourceAddress(here).build()).getFirst();
  }

  NodeSide side(int node) {
    return sides[node];
  }

  /** Repeats a post until it is accepted. */
  void post(IntSupplier call) {
    int result = call.getAsInt();
    while (result == -Errno.EAGAIN) {
      progress();
      result = call.getAsInt();
    }
    if (result != 0) {
      throw new IllegalStateException("a post returned " + Errno.name(-result));
    }
  }

  void progress() {
    for (NodeSide side : sides) {
      side.read();
    }
  }

  @Override
  public void close() {
    for (NodeSide side : sides) {
      side.close();
    }
  }
}
