package dev.weft.ffm.linker;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Objects;

/**
 * The functions with a symbol in libfabric.
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
    MemorySegment getInfo,
    MemorySegment duplicateInfo,
    MemorySegment freeInformation,
    MemorySegment fabric,
    MemorySegment strerror) {

  Symbols {
    Objects.requireNonNull(getInfo);
    Objects.requireNonNull(duplicateInfo);
    Objects.requireNonNull(freeInformation);
    Objects.requireNonNull(fabric);
    Objects.requireNonNull(strerror);
  }

  /**
   * Finds them.
   *
   * @throws java.util.NoSuchElementException naming the symbol if one is missing
   */
  static Symbols find(SymbolLookup library) {
    return new Symbols(
        (int) Downcalls.call(library.findOrThrow("fi_version")),
        library.findOrThrow("fi_getinfo"),
        library.findOrThrow("fi_dupinfo"),
        library.findOrThrow("fi_freeinfo"),
        library.findOrThrow("fi_fabric"),
        library.findOrThrow("fi_strerror"));
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
