package dev.weft.ffm.linker;

import dev.weft.fabric.info.Mismatch;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.function.Function;

/**
 * A library to load, and what to type where that fails.
 *
 * @param title what it is called
 * @param property system property: its file; without it the usual library path is searched
 * @param usualName the file's name there
 * @param packageName the package of Debian that has it
 */
public record LibraryFile(String title, String property, String usualName, String packageName) {

  /**
   * Loads it.
   *
   * @param check looks its functions up, and says whether they fit
   */
  public <T> LoadResult<T> load(Function<SymbolLookup, LoadResult<T>> check) {
    Mismatch refusal = refuseMachine(System.getProperty("os.name"), ValueLayout.ADDRESS.byteSize());
    refusal = refusal == null ? refuseAccess(LibraryFile.class.getModule()) : refusal;
    return refusal == null
        ? open(System.getProperty(property, usualName), check)
        : LoadResult.refused(refusal);
  }

  static Mismatch refuseMachine(String system, long pointerBytes) {
    boolean fits = system.equals("Linux") && pointerBytes == Long.BYTES;
    String found = system + " with pointers of " + pointerBytes + " bytes";
    return fits ? null : new Mismatch("system", "64-bit Linux", found);
  }

  private static Mismatch refuseAccess(Module module) {
    String name = NativeAccess.name(module);
    return module.isNativeAccessEnabled()
        ? null
        : new Mismatch("nativeAccess", name, "none; type java --enable-native-access=" + name);
  }

  /** {@link #load} of this file, without a look at the machine. */
  @SuppressWarnings("restricted")
  public <T> LoadResult<T> open(String file, Function<SymbolLookup, LoadResult<T>> check) {
    if (file.isEmpty()) { // C takes the program itself
      return LoadResult.refused(
          new Mismatch("library", "a file", "an empty text; correct -D" + property));
    }
    try {
      SymbolLookup library =
          SignalActions.keep(() -> SymbolLookup.libraryLookup(file, Arena.global()));
      return check.apply(library);
    } catch (IllegalArgumentException _) {
      return LoadResult.refused(missing(file));
    } catch (NoSuchElementException e) {
      return LoadResult.refused(
          new Mismatch("library", title, file + ", another library: " + e.getMessage()));
    }
  }

  private Mismatch missing(String file) {
    String advice =
        file.equals(usualName)
            ? "none; type apt-get install " + packageName + ", or -D" + property + "=FILE"
            : (Files.exists(Path.of(file)) ? "a file that is no library" : "no such library")
                + "; correct -D"
                + property;
    return new Mismatch("library", file, advice);
  }
}
