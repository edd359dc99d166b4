package dev.weft.nic.queuepair;

import dev.weft.wire.Link;

/**
 * What a reliable datagram queue pair does with frames at its own address, which it has for its
 * number only: nothing, as messages come through end-to-end contexts. For who is inside.
 */
final class NullReceiver implements ReceiveProtocol {
  private final ReceiveQueue receives;

  NullReceiver(ReceiveQueue receives) {
    this.receives = receives;
  }

  @Override
  public void start(int number) {}

  @Override
  public void clear() {
    receives.clear();
  }

  @Override
  public boolean accept(IncomingFrame frame) {
    return true;
  }

  @Override
  public boolean hasPending() {
    return false;
  }

  @Override
  public boolean answer(Link link) {
    return false;
  }
}
