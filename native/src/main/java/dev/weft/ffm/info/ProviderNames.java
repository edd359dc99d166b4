package dev.weft.ffm.info;

import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.ffm.linker.Libfabric;

/**
 * The names of libfabric's providers: {@code ofi:tcp} is libfabric's {@code tcp}, {@code
 * ofi:tcp;ofi_rxm} the same with reliable datagrams on top. {@code ofi} alone is any of them.
 */
public final class ProviderNames {
  /** The name of all providers together. */
  public static final String ANY = "ofi";

  private static final String PREFIX = ANY + ":";

  private ProviderNames() {}

  /** Whether a name of this API stands for libfabric or one of its providers. */
  public static boolean matches(String name) {
    return name != null && (name.equals(ANY) || name.startsWith(PREFIX));
  }

  /** The name of this API for a {@code prov_name}. */
  static String ofNative(String providerName) {
    return PREFIX + providerName;
  }

  /** Whether the provider of an offer is libfabric's {@code shm}, without another one on top. */
  public static boolean isShm(FabricInfo info) {
    return (PREFIX + "shm").equals(info.fabric().providerName());
  }

  /**
   * Whether a layer of libfabric, {@code ofi_rxm} or {@code ofi_rxd}, is on top of the provider.
   */
  public static boolean isLayered(FabricInfo info) {
    return info.fabric().providerName().contains(";ofi_");
  }

  /**
   * Whether {@code FI_MULTI_RECV} may come before the last message of its receive: from the layer
   * {@code ofi_rxm} of libfabric 1.x.
   */
  public static boolean releasesEarly(FabricInfo info) {
    return info.fabric().providerName().contains(";ofi_rxm") && !Libfabric.isAtLeast(2, 0);
  }

  /**
   * Flags of sends that C does not get. {@code ofi_rxd} forgets the context and the data of a send
   * with {@code FI_INJECT} (rxd_msg.c, rxd_ep_generic_sendmsg), which is the same otherwise: it
   * copies all that can be injected when it is posted.
   */
  public static long hiddenFlags(FabricInfo info) {
    return info.fabric().providerName().contains(";ofi_rxd") ? OperationFlags.INJECT : 0;
  }

  /** The {@code prov_name} for a name of this API; null, which means any, for {@link #ANY}. */
  public static String toNative(String name) {
    return name == null || name.equals(ANY) ? null : name.substring(PREFIX.length());
  }
}
