package dev.weft.software.transport;

import dev.weft.wire.Wire;

/**
 * Where the queue pairs of a device are.
 *
 * @param wire carries their frames
 * @param prefix of their addresses, before the number
 */
public record Network(Wire wire, String prefix) {
  /** Where a queue pair is reached. */
  String addressOf(int number) {
    return prefix + number;
  }
}
