package dev.weft.provider.fabric.connection;

import dev.weft.argument.Require;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.wire.Wire;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Checks the arguments of {@code fi_cm(3)}: addresses and connection data. */
public final class ConnectionData {
  private ConnectionData() {}

  /** A copy of connection data; empty for null. */
  public static byte[] bytes(MemorySegment data) {
    return data == null ? new byte[0] : data.toArray(ValueLayout.JAVA_BYTE);
  }

  static String text(byte[] address) {
    return new String(address, StandardCharsets.UTF_8);
  }

  /**
   * The address as text of the wire.
   *
   * @throws FabricException EINVAL if it is not well formed
   */
  public static String requireAddress(String call, Wire wire, byte[] address) {
    String text = text(Require.notNull("address", address));
    if (!wire.isAddress(text)) {
      throw AttributeChecks.invalid(call, "address=" + text, "Allowed: " + wire.addressForm());
    }
    return text;
  }

  /** {@link #requireAddress} of the source address, if there is one. */
  public static void requireSource(String call, Wire wire, FabricInfo info) {
    byte[] source = info.sourceAddress();
    if (source != null) {
      requireAddress(call, wire, source);
    }
  }
}
