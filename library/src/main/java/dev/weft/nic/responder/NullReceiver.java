package dev.weft.nic.responder;

import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.workqueue.ReceiveQueue;

/**
 * The receiver of a reliable datagram queue pair's own address. It ignores all frames, because
 * messages come through end-to-end contexts; the address only reserves the number. The caller holds
 * the lock.
 */
public final class NullReceiver implements ReceiveProtocol {
  private final ReceiveQueue receives;

  public NullReceiver(ReceiveQueue receives) {
    this.receives = receives;
  }

  @Override
  public void clear() {
    receives.clear();
  }

  @Override
  public boolean accept(IncomingFrame frame) {
    return true;
  }
}
