package dev.weft.wait;

import java.nio.channels.SelectableChannel;

/**
 * A channel that becomes readable when something outside the process has happened.
 *
 * @param channel non-blocking
 * @param silence reads what there is, and closes the channel where there will be no more
 * @param giveBack asks whoever gave the bell to listen as well, from now on
 */
public record WakeChannel(SelectableChannel channel, Runnable silence, Runnable giveBack) {}
