package dev.weft.provider.fabric;

import dev.weft.wire.Wire;
import java.nio.charset.StandardCharsets;

/** Names of endpoints, which follow a prefix in their addresses. */
final class EndpointName {

  private EndpointName() {}

  /** The address of the endpoint with this name; refuses a name that makes none. */
  static byte[] address(Wire wire, String prefix, String nameOrAddress) {
    String address = nameOrAddress.contains("://") ? nameOrAddress : prefix + nameOrAddress;
    if (!wire.isAddress(address)) {
      throw new IllegalArgumentException(
          "name=%s gives address=%s, allowed: %s"
              .formatted(nameOrAddress, address, wire.addressForm()));
    }
    return address.getBytes(StandardCharsets.UTF_8);
  }
}
