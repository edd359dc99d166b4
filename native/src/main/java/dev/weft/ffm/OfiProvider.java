package dev.weft.ffm;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricProvider;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.ffm.connection.AddressText;
import dev.weft.ffm.connection.ShmNames;
import dev.weft.ffm.connection.SocketAddresses;
import dev.weft.ffm.info.InfoQuery;
import dev.weft.ffm.info.ProviderNames;
import dev.weft.ffm.linker.Libfabric;
import dev.weft.ffm.object.NativeFabric;

/**
 * The installed libfabric: its provider {@code tcp} is {@code ofi:tcp} here, and so on. Hints with
 * the provider name {@code ofi} are for all of them.
 */
public final class OfiProvider implements FabricProvider {

  /** For {@link java.util.ServiceLoader}. */
  public OfiProvider() {}

  @Override
  public String name() {
    return ProviderNames.ANY;
  }

  @Override
  public boolean matches(String providerName) {
    return ProviderNames.matches(providerName);
  }

  @Override
  public int rank() {
    return 1;
  }

  @Override
  public InfoResult getInfo(FabricInfo hints) {
    return InfoQuery.answer(SocketAddresses.withFormat(hints));
  }

  /** The name of an endpoint is its address, such as {@code 127.0.0.1:7000}, but over shm. */
  @Override
  public byte[] addressOf(FabricInfo info, String name) {
    return ProviderNames.isShm(info)
        ? ShmNames.address(name)
        : AddressText.parse(info.addressFormat(), name);
  }

  @Override
  public Fabric open(FabricInfo info, Object context) {
    Libfabric.requireUsable();
    return NativeFabric.open(info, context);
  }
}
