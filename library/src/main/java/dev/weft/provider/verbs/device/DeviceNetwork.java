package dev.weft.provider.verbs.device;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.wire.Wire;
import dev.weft.wire.WireException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The wires and addresses of a kind of device, by fabric.
 *
 * @param wires the wire of a fabric, by name; the same wire for the same name
 * @param prefixes the address prefix of a fabric, by name
 */
public record DeviceNetwork(Function<String, Wire> wires, UnaryOperator<String> prefixes) {

  public Wire wire(String fabric) {
    return wires.apply(fabric);
  }

  /**
   * Rejects a fabric name that cannot be part of an address; {@code call} is the C name of the
   * caller.
   */
  public void require(String fabric, String call) {
    Wire wire = opened(call, () -> wire(fabric));
    String address = address(fabric, 0);
    if (!wire.isAddress(address)) {
      throw new VerbsException(
          VerbsErrno.EINVAL,
          call,
          "fabric=" + fabric + " gives address=" + address,
          "Allowed: " + wire.addressForm());
    }
  }

  /** Opens something; throws a verbs exception if a wire or its folder cannot be used. */
  public static <T> T opened(String call, Supplier<T> opening) {
    try {
      return opening.get();
    } catch (WireException unusable) {
      throw new VerbsException(unusable.error(), call, unusable.getMessage(), unusable.hint());
    }
  }

  /** The address of the queue pair with this number. */
  public String address(String fabric, int queuePair) {
    return prefixes.apply(fabric) + "qp-%06x".formatted(queuePair);
  }

  /** The address of the end-to-end context with this number. */
  public String contextAddress(String fabric, int context) {
    return prefixes.apply(fabric) + "eec-%06x".formatted(context);
  }
}
