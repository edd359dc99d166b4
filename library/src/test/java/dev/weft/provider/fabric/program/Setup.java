package dev.weft.provider.fabric.program;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.MessageOrder;
import dev.weft.fabric.info.Threading;
import java.util.Random;

/**
 * The configuration of the nodes of a program.
 *
 * @param wire the carrier of their frames
 * @param nodes how many there are
 * @param datagram whether messages without a receive are dropped
 * @param source whether completions have the source address
 * @param directed whether receives may be directed
 * @param selective whether operations need FI_COMPLETION for an entry
 * @param ordered whether accesses of one node to another's memory keep their order
 */
record Setup(
    Carrier wire,
    int nodes,
    boolean datagram,
    Threading threading,
    boolean source,
    boolean directed,
    boolean selective,
    boolean ordered) {

  private static final long ORDER =
      MessageOrder.RAR | MessageOrder.RAW | MessageOrder.WAR | MessageOrder.WAW;

  /** The carrier of frames. */
  enum Carrier {
    /** One process, whose endpoints have direct access to each other's memory. */
    LOOPBACK,
    /** One process, whose endpoints exchange frames only. */
    FRAMES,
    /** Files in shared memory, both ends of which are in this process. */
    SHM
  }

  static Setup random(Random random, Carrier wire) {
    int nodes = 2 + random.nextInt(2);
    boolean datagram = random.nextInt(5) == 0;
    return new Setup(
        wire,
        nodes,
        datagram,
        random.nextBoolean() ? Threading.SAFE : Threading.DOMAIN,
        random.nextInt(4) > 0,
        random.nextInt(4) > 0,
        random.nextInt(3) == 0,
        !datagram && random.nextInt(3) == 0);
  }

  /**
   * Whether receivers copy directly from the sender's memory, so that operations end in the call.
   */
  boolean direct() {
    return wire == Carrier.LOOPBACK;
  }

  FabricInfo.Builder hints() {
    var type = datagram ? EndpointType.DGRAM : EndpointType.RDM;
    return FabricInfo.builder()
        .provider(wire == Carrier.SHM ? "shm" : wire == Carrier.FRAMES ? "frames" : "loopback")
        .endpoint(EndpointAttributes.builder().type(type).build())
        .threading(threading)
        .messageOrder(ordered ? ORDER : 0)
        .capabilities(capabilities());
  }

  private long capabilities() {
    long oneSided = Capabilities.RMA | Capabilities.ATOMIC | Capabilities.RMA_EVENT;
    return Capabilities.MSG
        | Capabilities.TAGGED
        | Capabilities.MULTI_RECV
        | (datagram ? 0 : oneSided)
        | (source ? Capabilities.SOURCE : 0)
        | (directed ? Capabilities.DIRECTED_RECV : 0);
  }
}
