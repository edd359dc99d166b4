package dev.weft.provider.fabric;

import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricInfo;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** What calls of {@code fi_cm(3)} are given: addresses, and the data that goes along. */
final class ConnectionData {
  private ConnectionData() {}

  /** A copy of what goes along; nothing for null. */
  static byte[] bytes(MemorySegment data) {
    return data == null ? new byte[0] : data.toArray(ValueLayout.JAVA_BYTE);
  }

  static String text(byte[] address) {
    return new String(address, StandardCharsets.UTF_8);
  }

  /**
   * The address as the wire has it.
   *
   * @throws FabricException EINVAL where it is not well formed
   */
  static String requireAddress(String call, SoftwareFabric fabric, byte[] address) {
    String text = text(Arguments.notNull("address", address));
    if (!fabric.wire().isAddress(text)) {
      throw AttributeChecks.invalid(
          call, "address=" + text, "Allowed: " + fabric.wire().addressForm());
    }
    return text;
  }

  /** {@link #requireAddress} of the source address, where there is one. */
  static void requireSource(String call, SoftwareFabric fabric, FabricInfo info) {
    byte[] source = info.sourceAddress();
    if (source != null) {
      requireAddress(call, fabric, source);
    }
  }
}
