package dev.weft.ffm.ibverbs.linker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.info.Mismatch;
import dev.weft.ffm.ChildJvm;
import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class IbverbsTest {

  @Test
  void shouldSayWhatToTypeWithoutTheLibrary() {
    assertEquals(
        "library=/nowhere/libibverbs.so.1, available no such library; correct"
            + " -Ddev.weft.libibverbs",
        refusal("/nowhere/libibverbs.so.1").toString());
  }

  @Test
  void shouldRefuseAnEmptyName() {
    assertEquals(
        "library=a file, available an empty text; correct -Ddev.weft.libibverbs",
        refusal("").toString());
  }

  @Test
  void shouldNameAFunctionThatALibraryLacks() {
    String refusal = refusal("libc.so.6").toString();
    assertTrue(refusal.contains("another library"), refusal);
    assertTrue(refusal.contains("ibv_get_device_list"), refusal);
  }

  private static Mismatch refusal(String file) {
    return Ibverbs.FILE.open(file, Ibverbs::find).refusal();
  }

  @Test
  void shouldKnowTheThreeWaysToReportAnError() {
    assertEquals(0, Verb.errorFrom(0, VerbsErrno.EBUSY));
    assertEquals(VerbsErrno.EBUSY, Verb.errorFrom(-1, VerbsErrno.EBUSY));
    assertEquals(VerbsErrno.EBUSY, Verb.errorFrom(VerbsErrno.EBUSY, 0));
    assertEquals(VerbsErrno.EBUSY, Verb.errorFrom(-VerbsErrno.EBUSY, 0));
    assertEquals(VerbsErrno.EIO, Verb.errorFrom(-1, 0));
  }

  @Test
  void shouldNameTheCallThatFailed() {
    VerbsException failed =
        assertThrows(
            VerbsException.class, () -> Verb.ALLOC_PD.require(VerbsErrno.ENOMEM, "context=1"));
    assertEquals("ibv_alloc_pd", failed.call());
    assertEquals(VerbsErrno.ENOMEM, failed.errno());
    assertTrue(failed.getMessage().contains("ulimit -l"), failed::getMessage);
  }

  @Test
  void shouldListSoftwareDevicesWithoutTheLibrary() throws IOException, InterruptedException {
    List<String> options =
        List.of("--enable-native-access=ALL-UNNAMED", "-Ddev.weft.libibverbs=/nowhere/lib.so");
    assertEquals(
        "[loopback0, shm0] [libibverbs: library=/nowhere/lib.so, available no such library;"
            + " correct -Ddev.weft.libibverbs]\n",
        ChildJvm.run(options, Listing.class));
  }

  @Test
  void shouldListSoftwareDevicesWithoutNativeAccess() throws IOException, InterruptedException {
    assertEquals(
        "[loopback0, shm0] [libibverbs: nativeAccess=ALL-UNNAMED, available none;"
            + " type java --enable-native-access=ALL-UNNAMED]\n",
        ChildJvm.run(List.of("--enable-native-access=java.base"), Listing.class));
  }

  /** A program that lists the devices, and why there are no others. */
  static final class Listing {
    private Listing() {}

    public static void main(String[] arguments) {
      System.out.println(
          Devices.list().stream().map(device -> device.name()).toList()
              + " "
              + Devices.obstacles());
    }
  }
}
