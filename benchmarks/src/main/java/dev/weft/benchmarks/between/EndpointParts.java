package dev.weft.benchmarks.between;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.futures.Node;
import java.io.IOException;

/** An open endpoint, and the handle of its peer once that is known. */
public record EndpointParts(Node opened, long peer) {

  /** Opens an endpoint that knows no peer. */
  public static EndpointParts open(Fabric fabric, FabricInfo info, WaitObject waitObject) {
    return new EndpointParts(
        Node.open(
            fabric,
            info,
            CompletionQueueAttributes.builder()
                .format(CompletionFormat.TAGGED)
                .waitObject(waitObject)
                .build()),
        -1);
  }

  /** A provider's offer for domains of one thread each. */
  public static FabricInfo query(String provider) {
    return query(provider, Threading.DOMAIN);
  }

  static FabricInfo query(String provider, Threading threading) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider(provider)
            .endpointType(EndpointType.RDM)
            .threading(threading)
            .build();
    return Fabrics.getInfo(hints).getFirst();
  }

  /** An endpoint connected to its peer in the other process. */
  static EndpointParts meet(Meeting meeting, FabricInfo info, WaitObject waitObject)
      throws IOException, InterruptedException {
    EndpointParts alone = open(Fabrics.open(info), info, waitObject);
    if (info.fabric().providerName().equals("ofi:shm")) {
      alone.closeAtExit();
    }
    meeting.leave(alone.opened.endpoint().name());
    return alone.knowing(meeting.take());
  }

  /** libfabric deletes the file of an endpoint of its shm only when the endpoint is closed. */
  private void closeAtExit() {
    Runtime.getRuntime().addShutdownHook(new Thread(opened.endpoint()::close));
  }

  /** An endpoint that knows no peer. */
  static EndpointParts alone(FabricInfo info) {
    return open(Fabrics.open(info), info, WaitObject.NONE);
  }

  /** The same endpoint with this peer in its address vector. */
  public EndpointParts knowing(byte[] name) {
    return new EndpointParts(opened, opened.peers().insert(name));
  }

  Domain domain() {
    return opened.domain();
  }

  Endpoint endpoint() {
    return opened.endpoint();
  }
}
