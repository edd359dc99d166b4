package dev.weft.fabric.poll;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.ControlCommand;
import java.nio.channels.SelectableChannel;
import java.util.List;

/**
 * {@code struct fi_wait_pollfd}, the handle of {@link WaitObject#POLLFD} (WO-020 to WO-022).
 *
 * <p>In C {@code nfds} is the room that the caller has and becomes the number of descriptors there
 * are. Here {@link ControlCommand#getWait(int)} passes the room, and the result is one of
 *
 * <pre>{@code
 * room >= needed:   channels = all of them,  status() =  0
 * room <  needed:   channels = none,         status() = -FI_ETOOSMALL
 * }</pre>
 *
 * <p>Room 0 returns {@code changeIndex} only, at little cost.
 *
 * @param changeIndex {@code change_index}: changes whenever the set of channels does (WO-021)
 * @param needed {@code nfds}: how many channels there are
 * @param channels {@code fd}: the channels, for {@link java.nio.channels.SelectionKey#OP_READ}
 */
public record PollHandle(long changeIndex, int needed, List<SelectableChannel> channels)
    implements WaitHandle {

  /** Copies the list. */
  public PollHandle {
    channels = List.copyOf(Require.notNull("channels", channels));
  }

  /** The handle for a caller with room for {@code room} channels. */
  public static PollHandle of(long changeIndex, List<SelectableChannel> channels, int room) {
    int needed = channels.size();
    return new PollHandle(changeIndex, needed, room < needed ? List.of() : channels);
  }

  /** 0, or {@code -FI_ETOOSMALL} when the room was too small for all channels (WO-020). */
  public int status() {
    return channels.size() < needed ? -Errno.ETOOSMALL : Errno.SUCCESS;
  }
}
