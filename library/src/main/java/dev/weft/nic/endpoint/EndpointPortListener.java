package dev.weft.nic.endpoint;

import dev.weft.nic.message.Doorbell;
import dev.weft.nic.rma.DirectAccess;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.PortListener;
import dev.weft.wire.SharedMemory;
import java.nio.channels.SelectableChannel;

/**
 * What an endpoint is to its port: a doorbell that peers ring, and the memory that they access
 * directly. It does not enter the machine, because threads of other endpoints call it.
 */
final class EndpointPortListener implements PortListener {
  private final Doorbell doorbell;
  private final DirectAccess directAccess;
  private final long incarnation;

  EndpointPortListener(Doorbell doorbell, DirectAccess directAccess, long incarnation) {
    this.doorbell = doorbell;
    this.directAccess = directAccess;
    this.incarnation = incarnation;
  }

  @Override
  public void doorbell() {
    doorbell.ring();
  }

  @Override
  public boolean maySleep() {
    return doorbell.maySleep();
  }

  @Override
  public boolean offerWakeChannel(SelectableChannel channel, Runnable drain, Runnable giveBack) {
    return doorbell.offerWakeChannel(channel, drain, giveBack);
  }

  @Override
  public int refuses() {
    return directAccess.refusals();
  }

  @Override
  public long incarnation() {
    return incarnation;
  }

  @Override
  public DirectPeer direct() {
    return directAccess;
  }

  @Override
  public SharedMemory memory() {
    return directAccess.shared();
  }
}
