package dev.weft.cli.perf.plan;

import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import java.util.List;

/** Chooses among the offers of a provider, which may have one for each network interface. */
public final class FabricOffers {
  private FabricOffers() {}

  /** The attributes required of a fabric or device to serve measurements. */
  public static FabricInfo hints(String fabric) {
    return hints(fabric, Threading.SAFE, 0);
  }

  /** The attributes required of a fabric or device, and these capabilities besides messages. */
  static FabricInfo hints(String fabric, Threading threading, long capabilities) {
    return FabricInfo.builder()
        .provider(FabricName.provider(fabric))
        .capabilities(Capabilities.MSG | Capabilities.TAGGED | capabilities)
        .endpointType(EndpointType.RDM)
        .threading(threading)
        .build();
  }

  /** Every offer; none if the provider does not match. */
  static List<FabricInfo> all(FabricInfo hints) {
    return Fabrics.explain(hints).stream().flatMap(answer -> answer.infos().stream()).toList();
  }

  /** The first offer: that of the interface which the provider prefers. */
  public static FabricInfo first(FabricInfo hints) {
    return Fabrics.getInfo(hints).getFirst();
  }

  /** For two ends on this host: an offer that reaches no other one, if there is one. */
  public static FabricInfo onThisHost(FabricInfo hints) {
    List<FabricInfo> offers = Fabrics.getInfo(hints);
    return offers.stream()
        .filter(offer -> (offer.capabilities() & Capabilities.REMOTE_COMM) == 0)
        .findFirst()
        .orElse(offers.getFirst());
  }

  /** The offer of the interface with this address, or with this host if the port is 0. */
  public static FabricInfo at(FabricInfo hints, EndpointAddress own) {
    return first(hints.toBuilder().addressFormat(own.format()).sourceAddress(own.bytes()).build());
  }

  /** The offer of the interface through which this address is reached. */
  public static FabricInfo reaching(FabricInfo hints, EndpointAddress peer) {
    return first(
        hints.toBuilder().addressFormat(peer.format()).destinationAddress(peer.bytes()).build());
  }
}
