package dev.weft.ffm.linker;

import dev.weft.fabric.info.Mismatch;

/**
 * The outcome of loading a library.
 *
 * @param <T> the functions of the library
 * @param symbols its functions; null if it cannot be used
 * @param refusal why not; null if it can
 */
public record LoadResult<T>(T symbols, Mismatch refusal) {

  /** A library that can be used. */
  public static <T> LoadResult<T> of(T symbols) {
    return new LoadResult<>(symbols, null);
  }

  /** One that cannot. */
  public static <T> LoadResult<T> refused(Mismatch refusal) {
    return new LoadResult<>(null, refusal);
  }
}
