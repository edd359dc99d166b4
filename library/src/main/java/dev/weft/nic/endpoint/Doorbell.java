package dev.weft.nic.endpoint;

import java.nio.channels.SelectableChannel;

/** Who is to be woken for an endpoint. Any thread may call any method. */
public interface Doorbell {

  /** Wakes whoever sleeps until the endpoint has work. */
  void ring();

  /** Whether anybody may ever sleep. */
  boolean maySleep();

  /** A peer has moved one of the endpoint's counters, for which something may wait to start. */
  void counted();

  /** {@link dev.weft.wire.PortListener#offerWakeChannel}. */
  boolean offerWakeChannel(SelectableChannel bell, Runnable silence, Runnable giveBack);
}
