package dev.weft.ffm.linker;

import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.Mismatch;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.layout.Struct;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * Loads libfabric and checks that this module fits it: native access, the library, its version, and
 * the sizes of its structs.
 */
final class LibraryLoader {
  /** System property: the file of the library; without it the usual library path is searched. */
  static final String PATH_PROPERTY = "dev.weft.libfabric";

  private static final String USUAL_NAME = "libfabric.so.1";
  private static final int OLDEST = FabricAttributes.version(1, 17);
  private static final int NEWEST_MAJOR = 2;

  private LibraryLoader() {}

  static LoadResult load() {
    Mismatch refusal = refuseMachine(System.getProperty("os.name"), ValueLayout.ADDRESS.byteSize());
    refusal = refusal == null ? refuseAccess(LibraryLoader.class.getModule()) : refusal;
    return refusal == null
        ? open(System.getProperty(PATH_PROPERTY, USUAL_NAME))
        : LoadResult.refused(refusal);
  }

  static Mismatch refuseMachine(String system, long pointerBytes) {
    boolean fits = system.equals("Linux") && pointerBytes == Long.BYTES;
    String found = system + " with pointers of " + pointerBytes + " bytes";
    return fits ? null : new Mismatch("system", "64-bit Linux", found);
  }

  static Mismatch refuseAccess(Module module) {
    String name = NativeAccess.name(module);
    return module.isNativeAccessEnabled()
        ? null
        : new Mismatch("nativeAccess", name, "none; type java --enable-native-access=" + name);
  }

  @SuppressWarnings("restricted")
  static LoadResult open(String file) {
    if (file.isEmpty()) { // C takes the program itself
      return LoadResult.refused(
          new Mismatch("library", "a file", "an empty text; correct -D" + PATH_PROPERTY));
    }
    try {
      SymbolLookup library =
          SignalActions.keep(() -> SymbolLookup.libraryLookup(file, Arena.global()));
      return check(file, Symbols.find(library));
    } catch (IllegalArgumentException _) {
      return LoadResult.refused(missing(file));
    } catch (NoSuchElementException e) {
      return LoadResult.refused(
          new Mismatch("library", "libfabric", file + ", another library: " + e.getMessage()));
    }
  }

  private static Mismatch missing(String file) {
    String advice =
        file.equals(USUAL_NAME)
            ? "none; type apt-get install libfabric1, or -D" + PATH_PROPERTY + "=FILE"
            : (Files.exists(Path.of(file)) ? "a file that is no library" : "no such library")
                + "; correct -D"
                + PATH_PROPERTY;
    return new Mismatch("library", file, advice);
  }

  private static LoadResult check(String file, Symbols symbols) {
    int version = symbols.version();
    if (version < OLDEST || version >>> Short.SIZE > NEWEST_MAJOR) {
      String allowed = "1.17 to " + NEWEST_MAJOR + ".x";
      String found = FabricAttributes.describeVersion(version) + " (" + file + ")";
      return LoadResult.refused(new Mismatch("libfabric", allowed, found));
    }
    Mismatch refusal = compareSizes(symbols);
    return refusal == null ? LoadResult.of(symbols) : LoadResult.refused(refusal);
  }

  /** Compares our structs with those that the library allocates. */
  private static Mismatch compareSizes(Symbols symbols) {
    long info = symbols.allocateInfo();
    try {
      Map<Struct, Long> allocated =
          Map.of(
              InfoLayouts.INFO, info,
              InfoLayouts.TRANSMIT, attribute(info, "tx_attr"),
              InfoLayouts.RECEIVE, attribute(info, "rx_attr"),
              InfoLayouts.ENDPOINT, attribute(info, "ep_attr"),
              InfoLayouts.DOMAIN, attribute(info, "domain_attr"),
              InfoLayouts.FABRIC, attribute(info, "fabric_attr"));
      return allocated.entrySet().stream()
          .map(entry -> refuseSize(entry.getKey(), Libc.usableSize(entry.getValue())))
          .filter(java.util.Objects::nonNull)
          .findFirst()
          .orElse(null);
    } finally {
      symbols.freeInfo(info);
    }
  }

  static Mismatch refuseSize(Struct struct, long available) {
    return available >= struct.size()
        ? null
        : new Mismatch(struct.name() + " bytes", Long.toString(struct.size()), "" + available);
  }

  private static long attribute(long info, String member) {
    return CMemory.word(info + InfoLayouts.INFO.offset(member));
  }
}
