package dev.weft.wait;

import java.nio.channels.SelectableChannel;

/**
 * A channel that becomes readable when something outside the process has happened.
 *
 * @param channel non-blocking
 * @param silence reads what there is, and closes the channel where there will be no more
 * @param ring tells everybody whom it concerns; for who hears it and does not look itself
 */
public record Bell(SelectableChannel channel, Runnable silence, Runnable ring) {}
