package dev.weft.cli.perf.plan;

import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.FabricInfo;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of an endpoint, in the form that its provider uses and in the form that a user types.
 *
 * <pre>
 *   FI_SOCKADDR_IN, FI_SOCKADDR_IN6     192.0.2.2:47592   [2001:db8::2]:47592   anna:47592
 *   FI_ADDR_STR                         shm://shm/anna    anna
 *   any other format                    0xfe8000...
 * </pre>
 *
 * @param format the format of {@code bytes}
 * @param bytes as {@code fi_getname(3)} returns them
 */
public record EndpointAddress(AddressFormat format, byte[] bytes) {
  private static final Pattern HOST_AND_PORT =
      Pattern.compile("(?:\\[([^]]+)]|([^:/]+))(?::([0-9]{1,5}))?");
  private static final String HEX = "0x";
  private static final int MAX_PORT = 0xffff;
  private static final int PORT_OFFSET = 2;
  private static final int HOST_OFFSET = 4;
  private static final int HOST_OFFSET_6 = 8;
  private static final int BYTES_4 = 16;
  private static final int BYTES_6 = 28;
  private static final short FAMILY_4 = 2;
  private static final short FAMILY_6 = 10;

  /** {@link #parse} for the fabric or device with this name, which must be available. */
  public static EndpointAddress of(String fabric, String text) {
    return parse(FabricOffers.first(FabricOffers.hints(fabric)), text);
  }

  /**
   * Parses an address as a user types it.
   *
   * @param offer of the fabric whose address it is
   * @throws IllegalArgumentException if the text is no address of this fabric
   */
  static EndpointAddress parse(FabricInfo offer, String text) {
    return switch (offer.addressFormat()) {
      case SOCKADDR, SOCKADDR_IP, SOCKADDR_IN, SOCKADDR_IN6 -> socket(offer, text);
      case ADDR_STR -> string(offer, text);
      default -> bytes(offer, text);
    };
  }

  private static EndpointAddress socket(FabricInfo offer, String text) {
    Matcher matcher = HOST_AND_PORT.matcher(text);
    if (!matcher.matches()) {
      throw refused(offer, text, "192.0.2.2:47592 and [2001:db8::2]:47592");
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    int port = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
    if (port > MAX_PORT) {
      throw refused(offer, text, "ports to " + MAX_PORT);
    }
    try {
      return socket(InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw refused(offer, text, "hosts that can be resolved");
    }
  }

  /** A {@code struct sockaddr_in} or {@code sockaddr_in6}. */
  private static EndpointAddress socket(InetAddress host, int port) {
    byte[] address = host.getAddress();
    boolean long6 = address.length > Integer.BYTES;
    ByteBuffer struct = ByteBuffer.allocate(long6 ? BYTES_6 : BYTES_4);
    struct.order(ByteOrder.nativeOrder()).putShort(0, long6 ? FAMILY_6 : FAMILY_4);
    struct.order(ByteOrder.BIG_ENDIAN).putShort(PORT_OFFSET, (short) port);
    struct.put(long6 ? HOST_OFFSET_6 : HOST_OFFSET, address);
    AddressFormat format = long6 ? AddressFormat.SOCKADDR_IN6 : AddressFormat.SOCKADDR_IN;
    return new EndpointAddress(format, struct.array());
  }

  /** A name alone gets the beginning and the end of the addresses that the provider chooses. */
  private static EndpointAddress string(FabricInfo offer, String text) {
    String chosen =
        offer.sourceAddress() == null
            ? offer.fabric().providerName() + "://" + offer.fabric().name() + "/"
            : new String(offer.sourceAddress(), StandardCharsets.UTF_8);
    String beginning = text.contains("://") ? "" : chosen.substring(0, chosen.lastIndexOf('/') + 1);
    String end = chosen.endsWith("\0") ? "\0" : "";
    byte[] bytes = (beginning + text + end).getBytes(StandardCharsets.UTF_8);
    return new EndpointAddress(AddressFormat.ADDR_STR, bytes);
  }

  private static EndpointAddress bytes(FabricInfo offer, String text) {
    try {
      byte[] bytes = HexFormat.of().parseHex(text, text.startsWith(HEX) ? 2 : 0, text.length());
      return new EndpointAddress(offer.addressFormat(), bytes);
    } catch (IllegalArgumentException e) {
      throw refused(offer, text, "0x and hexadecimal digits");
    }
  }

  private static IllegalArgumentException refused(FabricInfo offer, String text, String allowed) {
    return new IllegalArgumentException(
        "%s is no address of fabric %s, allowed are %s"
            .formatted(text, offer.fabric().providerName(), allowed));
  }

  /** The text that {@link #parse} accepts. */
  @Override
  public String toString() {
    return switch (format) {
      case ADDR_STR -> new String(bytes, StandardCharsets.UTF_8).replace("\0", "");
      case SOCKADDR_IN -> host(HOST_OFFSET, BYTES_4 / 4) + port();
      case SOCKADDR_IN6 -> "[" + host(HOST_OFFSET_6, BYTES_4) + "]" + port();
      default -> HEX + HexFormat.of().formatHex(bytes);
    };
  }

  private String host(int offset, int length) {
    byte[] host = new byte[length];
    ByteBuffer.wrap(bytes).get(offset, host);
    try {
      return InetAddress.getByAddress(host).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("length=" + length, e);
    }
  }

  private String port() {
    return ":" + Short.toUnsignedInt(ByteBuffer.wrap(bytes).getShort(PORT_OFFSET));
  }
}
