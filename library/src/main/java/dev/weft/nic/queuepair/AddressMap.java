package dev.weft.nic.queuepair;

import dev.weft.wire.Wire;
import java.util.function.IntFunction;

/**
 * Where the queue pairs of a device are.
 *
 * @param wire carries their frames
 * @param addresses where the queue pair of each number is reached on it
 */
public record AddressMap(Wire wire, IntFunction<String> addresses) {
  /** Where a queue pair is reached. */
  String addressOf(int number) {
    return addresses.apply(number);
  }
}
