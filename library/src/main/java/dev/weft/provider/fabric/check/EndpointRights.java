package dev.weft.provider.fabric.check;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.nic.message.PeerRights;

/**
 * What an endpoint may post and what its peers may do with it: {@code fi_getinfo(3)}, capabilities.
 *
 * <p>A primary capability without a modifier of its kind includes all of them: {@code FI_MSG} alone
 * is {@code FI_MSG|FI_SEND|FI_RECV}. {@code FI_RMA} allows remote reads and writes, {@code
 * FI_ATOMIC} atomic operations, at both sides. The capabilities of a direction restrict those of
 * the endpoint, unless they are 0.
 */
public final class EndpointRights {
  private static final long MESSAGES = Capabilities.MSG | Capabilities.TAGGED;
  private static final long MEMORY = Capabilities.RMA | Capabilities.ATOMIC;
  private static final long MESSAGE_DIRECTIONS = Capabilities.SEND | Capabilities.RECV;
  private static final long MEMORY_DIRECTIONS =
      Capabilities.READ | Capabilities.WRITE | Capabilities.REMOTE_READ | Capabilities.REMOTE_WRITE;

  private static final long SENDING =
      MESSAGES | MEMORY | Capabilities.SEND | Capabilities.READ | Capabilities.WRITE;
  private static final long RECEIVING =
      MESSAGES | MEMORY | Capabilities.RECV | Capabilities.REMOTE_READ | Capabilities.REMOTE_WRITE;

  private final long transmit;
  private final long receive;

  private EndpointRights(long transmit, long receive) {
    this.transmit = transmit;
    this.receive = receive;
  }

  public static EndpointRights of(FabricInfo info) {
    long whole = full(info.capabilities());
    return new EndpointRights(
        restricted(whole, info.transmit().capabilities()) & SENDING,
        restricted(whole, info.receive().capabilities()) & RECEIVING);
  }

  /** Those of a transmit context, to which peers send nothing. */
  public static EndpointRights ofTransmitContext(FabricInfo info) {
    return new EndpointRights(of(info).transmit, 0);
  }

  /** Those of a receive context, which posts no sends. */
  public static EndpointRights ofReceiveContext(FabricInfo info) {
    return new EndpointRights(0, of(info).receive);
  }

  private static long restricted(long whole, long direction) {
    return direction == 0 ? whole : whole & full(direction);
  }

  /** The capabilities with all modifiers that they include. */
  public static long full(long capabilities) {
    return capabilities
        | implied(capabilities, MESSAGES, MESSAGE_DIRECTIONS)
        | implied(capabilities, MEMORY, MEMORY_DIRECTIONS);
  }

  private static long implied(long capabilities, long primaries, long directions) {
    boolean unmodified = (capabilities & directions) == 0;
    return (capabilities & primaries) != 0 && unmodified ? directions : 0;
  }

  /** Primary capabilities and {@code SEND}, {@code READ}, {@code WRITE}: what may be posted. */
  public long transmit() {
    return transmit;
  }

  /** Primary capabilities and {@code RECV}: what may be posted to receive. */
  public long receive() {
    return receive;
  }

  public boolean sends() {
    return has(transmit, MESSAGES, Capabilities.SEND)
        || has(transmit, MEMORY, Capabilities.READ | Capabilities.WRITE);
  }

  public boolean receives() {
    return has(receive, MESSAGES, Capabilities.RECV);
  }

  /** What peers may do with the endpoint. */
  public PeerRights ofPeers() {
    return new PeerRights(
        has(receive, Capabilities.MSG, Capabilities.RECV),
        has(receive, Capabilities.TAGGED, Capabilities.RECV),
        has(receive, Capabilities.RMA),
        has(receive, Capabilities.ATOMIC),
        has(receive, Capabilities.REMOTE_READ),
        has(receive, Capabilities.REMOTE_WRITE));
  }

  private static boolean has(long rights, long primaries, long directions) {
    return has(rights, primaries) && has(rights, directions);
  }

  private static boolean has(long rights, long any) {
    return (rights & any) != 0;
  }
}
