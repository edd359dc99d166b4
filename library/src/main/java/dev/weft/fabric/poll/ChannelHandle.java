package dev.weft.fabric.poll;

import dev.weft.argument.Require;
import java.nio.channels.SelectableChannel;

/**
 * The handle of {@link WaitObject#FD}: a channel that becomes readable (WO-005, WO-006).
 *
 * <p>It stays readable until the queue is drained and queried again (WO-017, WO-018). Register it
 * with a selector; do not read from it and do not close it.
 *
 * @param channel a channel in non-blocking mode, for {@link java.nio.channels.SelectionKey#OP_READ}
 */
public record ChannelHandle(SelectableChannel channel) implements WaitHandle {

  /** Rejects null. */
  public ChannelHandle {
    Require.notNull("channel", channel);
  }
}
