package dev.weft.ffm.linker;

import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.Mismatch;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.layout.Struct;
import java.util.Map;

/**
 * Loads libfabric and checks that this module fits it: native access, the library, its version, and
 * the sizes of its structs.
 */
final class LibraryLoader {
  /** System property: the file of the library; without it the usual library path is searched. */
  static final String PATH_PROPERTY = "dev.weft.libfabric";

  private static final LibraryFile FILE =
      new LibraryFile("libfabric", PATH_PROPERTY, "libfabric.so.1", "libfabric1");
  private static final int OLDEST = FabricAttributes.version(1, 17);
  private static final int NEWEST_MAJOR = 2;

  private LibraryLoader() {}

  static LoadResult<Symbols> load() {
    String file = System.getProperty(PATH_PROPERTY, FILE.usualName());
    return FILE.load(library -> check(file, Symbols.find(library)));
  }

  static LoadResult<Symbols> open(String file) {
    return FILE.open(file, library -> check(file, Symbols.find(library)));
  }

  private static LoadResult<Symbols> check(String file, Symbols symbols) {
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
