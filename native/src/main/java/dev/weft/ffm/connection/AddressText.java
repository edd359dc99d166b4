package dev.weft.ffm.connection;

import dev.weft.fabric.info.AddressFormat;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses given as text: what {@code fi_av_straddr(3)} writes, as {@code
 * fi_sockaddr_in://127.0.0.1:7000}, and for sockets also without the scheme.
 */
public final class AddressText {
  /** The forms of a socket's address. */
  private static final String SOCKET_FORM = "127.0.0.1:7000 or [::1]:7000, numbers only";

  private static final Pattern SOCKET =
      Pattern.compile(
          "(?:fi_sockaddr_in6?://)?(?:\\[([^\\[\\]]+)]|([0-9]+(?:\\.[0-9]+){3})):([0-9]{1,5})");
  private static final int MAX_PORT = 0xffff;

  private AddressText() {}

  /**
   * The bytes of an address.
   *
   * @throws IllegalArgumentException if it has not the form that belongs to the format
   */
  public static byte[] parse(AddressFormat format, String text) {
    return SocketAddresses.isSocket(format) ? socket(text) : text.getBytes(StandardCharsets.UTF_8);
  }

  /** What {@link #parse} accepts, for people. */
  public static String form(AddressFormat format) {
    return switch (format) {
      case SOCKADDR_IN -> "127.0.0.1:7000, numbers only";
      case SOCKADDR_IN6 -> "[::1]:7000, numbers only";
      case FORMAT_UNSPEC, SOCKADDR -> SOCKET_FORM;
      default -> "what AddressVector.describe(Endpoint.name()) gives";
    };
  }

  private static byte[] socket(String text) {
    Matcher parts = SOCKET.matcher(text);
    if (!parts.matches() || Integer.parseInt(parts.group(3)) > MAX_PORT) {
      throw refused(text);
    }
    InetAddress host = literal(text, parts.group(1) == null ? parts.group(2) : parts.group(1));
    return socket(host, (short) Integer.parseInt(parts.group(3)));
  }

  private static InetAddress literal(String text, String host) {
    try {
      return InetAddress.ofLiteral(host);
    } catch (IllegalArgumentException e) {
      throw refused(text);
    }
  }

  /** A {@code struct sockaddr_in} or {@code sockaddr_in6}. */
  private static byte[] socket(InetAddress host, short port) {
    boolean four = host instanceof Inet4Address;
    ByteBuffer bytes =
        ByteBuffer.allocate(four ? SocketAddresses.INET_BYTES : SocketAddresses.INET6_BYTES);
    bytes
        .order(ByteOrder.nativeOrder())
        .putShort(four ? SocketAddresses.INET : SocketAddresses.INET6);
    bytes.order(ByteOrder.BIG_ENDIAN).putShort(port);
    if (!four) {
      bytes.putInt(0); // sin6_flowinfo
    }
    return bytes.put(host.getAddress()).array();
  }

  /** The text of a {@code struct sockaddr_in} or {@code sockaddr_in6}, without a scheme. */
  static String of(byte[] address) {
    boolean four = address.length == SocketAddresses.INET_BYTES;
    int port = ByteBuffer.wrap(address).getShort(Short.BYTES) & MAX_PORT;
    byte[] host = Arrays.copyOfRange(address, four ? 4 : 8, four ? 8 : 24);
    try {
      String text = InetAddress.getByAddress(host).getHostAddress();
      return (four ? text : "[" + text + "]") + ":" + port;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + address.length + " bytes", e);
    }
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException("address=" + text + ", allowed: " + SOCKET_FORM);
  }
}
