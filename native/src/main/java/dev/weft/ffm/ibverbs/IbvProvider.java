package dev.weft.ffm.ibverbs;

import dev.weft.ffm.ibverbs.linker.Ibverbs;
import dev.weft.ffm.ibverbs.object.IbvDevice;
import dev.weft.verbs.Device;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.VerbsProvider;
import java.util.List;

/**
 * The devices of the installed libibverbs, by the names that it gives them, such as {@code rxe0}.
 */
public final class IbvProvider implements VerbsProvider {
  private static final String TITLE = "libibverbs: ";
  private static final String ADVICE =
      "; with a network interface a software device can be had: type modprobe rdma_rxe, then rdma"
          + " link add rxe0 type rxe netdev eth0";

  /** For {@link java.util.ServiceLoader}. */
  public IbvProvider() {}

  /** None where libibverbs cannot be used; {@link #obstacle} says why. */
  @Override
  public List<Device> devices() {
    if (Ibverbs.refusal().isPresent()) {
      return List.of();
    }
    try {
      return List.copyOf(IbvDevice.list());
    } catch (VerbsException noVerbs) {
      return List.of();
    }
  }

  @Override
  public String obstacle() {
    return Ibverbs.refusal().map(refusal -> TITLE + refusal).orElseGet(IbvProvider::noDevice);
  }

  private static String noDevice() {
    try {
      return IbvDevice.list().isEmpty() ? TITLE + "no device" + ADVICE : "";
    } catch (VerbsException noVerbs) {
      return TITLE + noVerbs.getMessage() + ADVICE;
    }
  }
}
