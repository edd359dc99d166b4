package dev.weft.nic.message;

import java.util.regex.Pattern;

/**
 * The addresses of the contexts of a scalable endpoint. Each context has its own port, whose
 * address is derived from that of the endpoint.
 *
 * <pre>
 *   receive context 0    the endpoint's address itself, as for an endpoint without contexts
 *   receive context n    address#rxn
 *   transmit context n   address#txn
 * </pre>
 */
public final class ContextAddress {
  private static final Pattern SUFFIX = Pattern.compile("#[rt]x[0-9]+$");

  private ContextAddress() {}

  /** The address of a receive context. */
  public static String receive(String endpoint, int index) {
    return index == 0 ? endpoint : endpoint + "#rx" + index;
  }

  /** The address of a transmit context. */
  public static String transmit(String endpoint, int index) {
    return endpoint + "#tx" + index;
  }

  /** The endpoint's address, given its own address or that of a context. */
  public static String endpoint(String address) {
    return address.indexOf('#') < 0 ? address : SUFFIX.matcher(address).replaceFirst("");
  }
}
