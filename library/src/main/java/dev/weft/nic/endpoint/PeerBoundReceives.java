package dev.weft.nic.endpoint;

import dev.weft.nic.matching.PostedReceive;
import dev.weft.nic.message.ContextAddress;
import dev.weft.nic.message.PeerEnd;
import dev.weft.wire.Link;

/**
 * Posts receives that end with an error when their peer leaves. Each is bound to one incarnation of
 * the peer, so that a later one with the same address does not keep it posted.
 *
 * <pre>
 *   post --+-- a link to the peer -----> posted --message--> success
 *          |                               '--last link lost, its messages taken--> error
 *          '-- no endpoint has the address --> error, unless a kept message matches
 * </pre>
 *
 * <p>Callers hold the lock of the machine.
 */
public final class PeerBoundReceives {
  /** The incarnation of a peer that does not exist. */
  private static final long ABSENT = -1;

  private final EndpointMachine machine;

  PeerBoundReceives(EndpointMachine machine) {
    this.machine = machine;
  }

  /**
   * Binds a receive to its peer; called before it is posted.
   *
   * @param linkOrNull the link to the peer; null if no endpoint has its address
   */
  public void bind(PostedReceive receive, Link linkOrNull, String address) {
    receive.peerIncarnation =
        linkOrNull == null ? leavingPeer(address) : linkOrNull.peerIncarnation();
  }

  /** The incarnation of a peer that has left and whose messages are not all taken, or ABSENT. */
  private long leavingPeer(String address) {
    machine.hasWork(); // admits peers that have connected and left since
    String endpoint = ContextAddress.endpoint(address);
    for (Link link : machine.port.links()) {
      if (ContextAddress.endpoint(link.peerAddress()).equals(endpoint)) {
        return link.peerIncarnation();
      }
    }
    return ABSENT;
  }

  /** Posts a bound receive. */
  public void post(PostedReceive receive, boolean tagged) {
    boolean absent = receive.peerIncarnation == ABSENT; // a receive that matches is used again
    machine.post(receive, tagged);
    if (absent) {
      endAbsent();
    }
  }

  /** Posts a bound receive that accepts no message. */
  public void watch(PostedReceive receive) {
    machine.receiver.watch(receive);
    if (receive.peerIncarnation == ABSENT) {
      endAbsent();
    }
  }

  private void endAbsent() {
    machine.receiver.peerGone(ABSENT, machine.unreachable(PeerEnd.ABSENT.number()));
  }
}
