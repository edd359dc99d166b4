package dev.weft.nic.message;

import java.nio.channels.SelectableChannel;

/** Wakes the threads that wait for an endpoint. Any thread may call any method. */
public interface Doorbell {

  /** Wakes threads that wait for work of the endpoint. */
  void ring();

  /** Whether a thread may ever sleep. */
  boolean maySleep();

  /** A peer has changed a counter of the endpoint; deferred work may wait for it. */
  void counted();

  /** {@link dev.weft.wire.PortListener#offerWakeChannel}. */
  boolean offerWakeChannel(SelectableChannel channel, Runnable drain, Runnable giveBack);
}
