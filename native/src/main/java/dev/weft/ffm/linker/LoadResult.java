package dev.weft.ffm.linker;

import dev.weft.fabric.info.Mismatch;

/**
 * The outcome of loading libfabric.
 *
 * @param symbols its functions; null if it cannot be used
 * @param refusal why not; null if it can
 */
record LoadResult(Symbols symbols, Mismatch refusal) {

  static LoadResult of(Symbols symbols) {
    return new LoadResult(symbols, null);
  }

  static LoadResult refused(Mismatch refusal) {
    return new LoadResult(null, refusal);
  }
}
