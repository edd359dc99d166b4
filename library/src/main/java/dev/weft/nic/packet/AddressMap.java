package dev.weft.nic.packet;

import dev.weft.wire.Wire;
import java.util.function.IntFunction;

/**
 * The addresses of a device's queue pairs.
 *
 * @param wire carries their frames
 * @param addresses address of a queue pair on the wire, by its number
 */
public record AddressMap(Wire wire, IntFunction<String> addresses) {
  public String addressOf(int number) {
    return addresses.apply(number);
  }
}
