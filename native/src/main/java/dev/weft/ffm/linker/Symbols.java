package dev.weft.ffm.linker;

import java.lang.foreign.SymbolLookup;

/**
 * The addresses of the functions with a symbol in libfabric.
 *
 * @param version the version that {@code fi_version(3)} returns
 * @param getInfo {@code fi_getinfo(3)}
 * @param duplicateInfo {@code fi_dupinfo(3)}
 * @param freeInformation {@code fi_freeinfo(3)}
 * @param fabric {@code fi_fabric(3)}
 * @param strerror {@code fi_strerror(3)}
 */
record Symbols(
    int version,
    long getInfo,
    long duplicateInfo,
    long freeInformation,
    long fabric,
    long strerror) {

  /**
   * Finds them.
   *
   * @throws java.util.NoSuchElementException naming the symbol if one is missing
   */
  static Symbols find(SymbolLookup library) {
    return new Symbols(
        (int) Downcalls.call(find(library, "fi_version")),
        find(library, "fi_getinfo"),
        find(library, "fi_dupinfo"),
        find(library, "fi_freeinfo"),
        find(library, "fi_fabric"),
        find(library, "fi_strerror"));
  }

  private static long find(SymbolLookup library, String name) {
    return library.findOrThrow(name).address();
  }

  long allocateInfo() {
    long info = Downcalls.call(duplicateInfo, 0);
    if (info == 0) {
      throw new OutOfMemoryError("fi_allocinfo");
    }
    return info;
  }

  void freeInfo(long info) {
    Downcalls.call(freeInformation, info);
  }
}
