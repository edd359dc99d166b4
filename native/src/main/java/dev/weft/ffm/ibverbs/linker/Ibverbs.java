package dev.weft.ffm.ibverbs.linker;

import dev.weft.fabric.info.Mismatch;
import dev.weft.ffm.linker.LibraryFile;
import dev.weft.ffm.linker.LoadResult;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.lang.foreign.SymbolLookup;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The installed libibverbs. Loaded once, when first used; where it cannot be used here, {@link
 * #refusal()} says why. Any thread may call.
 */
public final class Ibverbs {
  /** System property: the file of the library; without it the usual library path is searched. */
  static final String PATH_PROPERTY = "dev.weft.libibverbs";

  static final LibraryFile FILE =
      new LibraryFile(
          "libibverbs of rdma-core 28 or later",
          PATH_PROPERTY,
          "libibverbs.so.1",
          "libibverbs1 ibverbs-providers");

  private static final LoadResult<Map<Verb, Long>> LOADED = FILE.load(Ibverbs::find);

  private Ibverbs() {}

  /** The address of each {@link Verb}. */
  static LoadResult<Map<Verb, Long>> find(SymbolLookup library) {
    Map<Verb, Long> addresses = new EnumMap<>(Verb.class);
    for (Verb verb : Verb.values()) {
      addresses.put(verb, library.findOrThrow(verb.call()).address());
    }
    return LoadResult.of(addresses);
  }

  /** Why libibverbs cannot be used here; empty if it can. */
  public static Optional<Mismatch> refusal() {
    return Optional.ofNullable(LOADED.refusal());
  }

  static long address(Verb verb) {
    Mismatch refusal = LOADED.refusal();
    if (refusal != null) {
      throw new VerbsException(VerbsErrno.EOPNOTSUPP, "dlopen", refusal.toString(), "");
    }
    return LOADED.symbols().get(verb);
  }
}
