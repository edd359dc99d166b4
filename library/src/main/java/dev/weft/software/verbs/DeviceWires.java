package dev.weft.software.verbs;

import dev.weft.wire.Wire;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What the ports of a kind of device hang on, for each fabric.
 *
 * @param wires the wire of a fabric's name; the same for the same name
 * @param prefixes what each address on a fabric begins with
 */
record DeviceWires(Function<String, Wire> wires, UnaryOperator<String> prefixes) {

  /** Bytes of frames in each direction between two queue pairs. */
  static final long RING_BYTES = 128 * 1024;

  Wire wire(String fabric) {
    return wires.apply(fabric);
  }

  /** The address of the queue pair with this number. */
  String address(String fabric, int queuePair) {
    return prefixes.apply(fabric) + "qp-%06x".formatted(queuePair);
  }

  /** The address of the end-to-end context with this number. */
  String contextAddress(String fabric, int context) {
    return prefixes.apply(fabric) + "eec-%06x".formatted(context);
  }
}
