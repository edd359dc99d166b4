package dev.weft.fabric;

import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;

/**
 * An implementation of this API; found by {@link java.util.ServiceLoader} with the class loader of
 * this API, whatever that of the thread is.
 *
 * <p>Any thread may call.
 */
public interface FabricProvider {

  /** {@code prov_name}: a short name, such as {@code loopback}. */
  String name();

  /**
   * Whether infos and hints with this {@code prov_name} are for this provider: its own name unless
   * it stands for several providers.
   */
  default boolean matches(String providerName) {
    return name().equals(providerName);
  }

  /**
   * Where its offers stand among those of other providers: smaller numbers come first. The
   * providers that need no installation have 0.
   */
  default int rank() {
    return 0;
  }

  /**
   * {@code fi_getinfo(3)} of this provider.
   *
   * @param hints the requested values; zero, UNSPEC and null mean anything
   * @return what can be opened, or why nothing matches
   */
  InfoResult getInfo(FabricInfo hints);

  /**
   * The address of the endpoint with this name, or an address given as text, for {@link
   * FabricInfo#sourceAddress} and {@link AddressVector#insert(byte[])}.
   *
   * @param info one of those that {@link #getInfo} returned
   * @throws IllegalArgumentException if the name is not allowed, or endpoints of this provider have
   *     no names
   */
  default byte[] addressOf(FabricInfo info, String nameOrAddress) {
    throw new IllegalArgumentException(
        "name=%s, allowed none: endpoints of %s have addresses only"
            .formatted(nameOrAddress, name()));
  }

  /**
   * {@code fi_fabric(3)} of this provider: opens the fabric of an info.
   *
   * @param info one of those that {@link #getInfo} returned
   * @param context the context of the object; may be null
   * @throws FabricException if the fabric cannot be opened
   */
  Fabric open(FabricInfo info, Object context);
}
