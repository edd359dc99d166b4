package dev.weft.wait;

import java.nio.channels.SelectableChannel;

/**
 * A channel that becomes readable when another process wakes this one.
 *
 * @param channel non-blocking
 * @param silence reads what is there, and closes the channel at its end
 * @param giveBack asks the owner of the channel to listen as well from now on
 */
public record WakeChannel(SelectableChannel channel, Runnable silence, Runnable giveBack) {}
