package dev.weft.rdmacm.program;

import dev.weft.rdmacm.ConnectionEventType;
import java.util.Set;

/**
 * An event that a channel has to have.
 *
 * @param types the allowed ones
 * @param statuses the allowed ones
 * @param time the step that has caused it, or moved it: a channel is a FIFO
 */
record Due(Set<ConnectionEventType> types, Set<Integer> statuses, long bytes, int time) {
  Due at(int now) {
    return new Due(types, statuses, bytes, now);
  }
}
