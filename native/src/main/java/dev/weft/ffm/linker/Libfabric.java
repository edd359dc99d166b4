package dev.weft.ffm.linker;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.Mismatch;
import java.util.Optional;

/**
 * The functions that libfabric exports. Loaded once, when first used; where it cannot be used here,
 * {@link #refusal()} says why.
 *
 * <p>Any thread may call.
 */
public final class Libfabric {
  /** {@code FI_VERSION(1, 17)}: the API that this module is written for, and asks for. */
  public static final int API_VERSION = FabricAttributes.version(1, 17);

  private static final LoadResult<Symbols> LOADED = LibraryLoader.load();

  private Libfabric() {}

  /** Why libfabric cannot be used here; empty if it can. */
  public static Optional<Mismatch> refusal() {
    return Optional.ofNullable(LOADED.refusal());
  }

  /** Whether the loaded library is of this version or a later one. */
  public static boolean isAtLeast(int major, int minor) {
    return symbols().version() >= FabricAttributes.version(major, minor);
  }

  /**
   * Requires that libfabric can be used.
   *
   * @throws FabricException with the reason if not
   */
  public static void requireUsable() {
    symbols();
  }

  private static Symbols symbols() {
    Mismatch refusal = LOADED.refusal();
    if (refusal != null) {
      throw new FabricException(Errno.ENOSYS, "dlopen", refusal.toString(), "");
    }
    return LOADED.symbols();
  }

  /**
   * {@code fi_getinfo(3)} without node and service.
   *
   * @param hints address of a {@code struct fi_info}
   * @param result address of the pointer to set
   * @return 0 or a negative error number
   */
  public static int getInfo(long hints, long result) {
    long function = symbols().getInfo();
    return SignalActions.keep(
        () -> (int) Downcalls.call(function, API_VERSION, 0, 0, 0, hints, result));
  }

  /** {@code fi_allocinfo(3)}: a zeroed {@code struct fi_info} with all its attributes. */
  public static long allocateInfo() {
    return symbols().allocateInfo();
  }

  /** {@code fi_freeinfo(3)}: frees a list of infos. */
  public static void freeInfo(long info) {
    symbols().freeInfo(info);
  }

  /**
   * {@code fi_fabric(3)}.
   *
   * @param attributes address of a {@code struct fi_fabric_attr}
   * @param result address of the pointer to set
   * @return 0 or a negative error number
   */
  public static int openFabric(long attributes, long result) {
    long function = symbols().fabric();
    return SignalActions.keep(() -> (int) Downcalls.call(function, attributes, result, 0));
  }

  /** {@code fi_strerror(3)}: the text of an error number. */
  public static String strerror(int error) {
    return CMemory.text(Downcalls.call(symbols().strerror(), error));
  }
}
