package dev.weft.ffm.linker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.info.Mismatch;
import dev.weft.ffm.ChildJvm;
import dev.weft.ffm.CompiledC;
import dev.weft.ffm.Installed;
import dev.weft.ffm.layout.InfoLayouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryLoaderTest {
  @TempDir private Path folder;

  @Test
  void shouldSayWhatToTypeWithoutTheLibrary() {
    Mismatch refusal = LibraryLoader.open("/nowhere/libfabric.so.1").refusal();
    assertEquals(
        "library=/nowhere/libfabric.so.1, available no such library; correct -Ddev.weft.libfabric",
        refusal.toString());
  }

  @Test
  void shouldSayThatAFileIsNoLibrary() throws IOException {
    Path file = Files.writeString(folder.resolve("text"), "text");
    Mismatch refusal = LibraryLoader.open(file.toString()).refusal();
    assertEquals(
        "library=" + file + ", available a file that is no library; correct -Ddev.weft.libfabric",
        refusal.toString());
  }

  @Test
  void shouldRefuseAnEmptyName() {
    assertEquals(
        "library=a file, available an empty text; correct -Ddev.weft.libfabric",
        LibraryLoader.open("").refusal().toString());
  }

  @Test
  void shouldRefuseALibraryThatIsAnother() {
    Mismatch refusal = LibraryLoader.open("libc.so.6").refusal();
    assertTrue(refusal.toString().contains("another library"), refusal::toString);
    assertTrue(refusal.toString().contains("fi_version"), refusal::toString);
  }

  @Test
  void shouldRefuseOtherVersions() throws IOException, InterruptedException {
    Installed.requireCompiler();
    for (String version : List.of("1 << 16 | 16", "3 << 16 | 0")) {
      Path library = CompiledC.library(folder, fake(version));
      String refusal = LibraryLoader.open(library.toString()).refusal().toString();
      assertTrue(refusal.startsWith("libfabric=1.17 to 2.x, available "), refusal);
    }
  }

  private static String fake(String version) {
    return """
    int fi_version(void) { return %s; }
    int fi_getinfo, fi_dupinfo, fi_freeinfo, fi_fabric, fi_strerror;
    """
        .formatted(version);
  }

  @Test
  void shouldSayBothSizesOfAStructThatDiffers() {
    assertNull(LibraryLoader.refuseSize(InfoLayouts.INFO, 120));
    assertEquals(
        "fi_info bytes=120, available 112",
        LibraryLoader.refuseSize(InfoLayouts.INFO, 112).toString());
  }

  @Test
  void shouldRefuseOtherSystems() {
    assertEquals(
        "system=64-bit Linux, available Mac OS X with pointers of 8 bytes",
        LibraryFile.refuseMachine("Mac OS X", 8).toString());
  }

  @Test
  void shouldSayWhatToTypeWithoutNativeAccess() throws IOException, InterruptedException {
    String printed = ChildJvm.run(List.of("--enable-native-access=java.base"), Refused.class);
    assertEquals(
        "nativeAccess=ALL-UNNAMED, available none;"
            + " type java --enable-native-access=ALL-UNNAMED\n",
        printed);
  }

  /** A program that asks for libfabric; the JVM must not print a warning. */
  static final class Refused {
    private Refused() {}

    public static void main(String[] arguments) {
      System.out.println(Libfabric.refusal().orElseThrow());
    }
  }
}
