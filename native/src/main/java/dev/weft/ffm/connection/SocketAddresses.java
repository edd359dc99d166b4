package dev.weft.ffm.connection;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.info.ProviderNames;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Checks addresses of endpoints. Providers copy a {@code struct sockaddr} into a place of their own
 * without a look at its length, or read as many bytes as its family says.
 */
public final class SocketAddresses {
  /** {@code AF_INET}, and the size of its {@code struct sockaddr_in}. */
  static final short INET = 2;

  static final int INET_BYTES = 16;

  /** {@code AF_INET6}, and the size of its {@code struct sockaddr_in6}. */
  static final short INET6 = 10;

  static final int INET6_BYTES = 28;

  private SocketAddresses() {}

  /** Requires the addresses of an endpoint to be what their format says. */
  public static void require(String call, FabricInfo info) {
    requireOrNull(call, "sourceAddress", info, info.sourceAddress());
    requireOrNull(call, "destinationAddress", info, info.destinationAddress());
  }

  private static void requireOrNull(String call, String name, FabricInfo info, byte[] address) {
    if (address != null) {
      require(call, name, info, address);
    }
  }

  /** Requires an address to be what the format of {@code info} says. */
  static void require(String call, String name, FabricInfo info, byte[] address) {
    if (isSocket(info.addressFormat()) && address.length != expected(address)) {
      String seen = "%s=%d bytes".formatted(name, address.length);
      throw new FabricException(
          Errno.EINVAL, call, seen, "Allowed: a sockaddr_in of 16 or a sockaddr_in6 of 28 bytes");
    }
    if (ProviderNames.isShm(info) && !ShmNames.isFileName(address)) {
      String seen = name + "=" + ShmNames.text(address);
      throw new FabricException(Errno.EINVAL, call, seen, "Allowed: " + ShmNames.FORM);
    }
  }

  /** The refusal of a call that uses the source address; says which it is, where that matters. */
  public static FabricException named(FabricException refused, FabricInfo info) {
    int error = refused.errno();
    byte[] address = info.sourceAddress();
    boolean matters = error == Errno.EADDRINUSE || error == Errno.EADDRNOTAVAIL;
    if (!matters || address == null || !isSocket(info.addressFormat())) {
      return refused;
    }
    String seen = "sourceAddress=" + AddressText.of(address);
    return new FabricException(error, "fi_endpoint", seen, "Take another one");
  }

  /** Whether an address is what the format and the provider of {@code info} say. */
  public static boolean isValid(FabricInfo info, byte[] address) {
    return isSocket(info.addressFormat())
        ? address.length == expected(address)
        : !ProviderNames.isShm(info) || ShmNames.isFileName(address);
  }

  /**
   * The address; if it is not what the format of {@code info} says, the one of all zeros, which no
   * peer has: C refuses it alone where it inserts several.
   *
   * @throws FabricException {@code FI_EINVAL} for a wrong address of another format
   */
  public static byte[] validOrAny(String call, FabricInfo info, byte[] address) {
    if (isValid(info, address)) {
      return address;
    }
    if (!isSocket(info.addressFormat())) {
      require(call, "address", info, address);
    }
    return any(info.addressFormat() == AddressFormat.SOCKADDR_IN6);
  }

  private static byte[] any(boolean isLong) {
    byte[] address = new byte[isLong ? INET6_BYTES : INET_BYTES];
    short family = isLong ? INET6 : INET;
    MemorySegment.ofArray(address).set(ValueLayout.JAVA_SHORT_UNALIGNED, 0, family);
    return address;
  }

  /** Hints with the format of their addresses, which libfabric wants to be told. */
  public static FabricInfo withFormat(FabricInfo hints) {
    if (hints.addressFormat() != AddressFormat.FORMAT_UNSPEC) {
      return hints;
    }
    byte[] source = hints.sourceAddress();
    byte[] address = source == null ? hints.destinationAddress() : source;
    boolean isText = address != null && ProviderNames.isShm(hints);
    AddressFormat format = isText ? AddressFormat.ADDR_STR : formatOf(address);
    return hints.toBuilder().addressFormat(format).build();
  }

  private static AddressFormat formatOf(byte[] address) {
    if (address == null || address.length != expected(address)) {
      return AddressFormat.FORMAT_UNSPEC;
    }
    return address.length == INET_BYTES ? AddressFormat.SOCKADDR_IN : AddressFormat.SOCKADDR_IN6;
  }

  static boolean isSocket(AddressFormat format) {
    return switch (format) {
      case FORMAT_UNSPEC, SOCKADDR, SOCKADDR_IN, SOCKADDR_IN6 -> true;
      default -> false;
    };
  }

  private static int expected(byte[] address) {
    if (address.length < Short.BYTES) {
      return -1;
    }
    return switch (MemorySegment.ofArray(address).get(ValueLayout.JAVA_SHORT_UNALIGNED, 0)) {
      case INET -> INET_BYTES;
      case INET6 -> INET6_BYTES;
      default -> -1;
    };
  }
}
