package dev.weft.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.info.Mismatch;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryReportTest {
  private static final FabricInfo ANY = FabricInfo.builder().build();

  @Test
  void shouldNameWhatIsThereForAnUnknownName() {
    FabricInfo hints = FabricInfo.builder().provider("shm").build();
    assertEquals(
        "fabric=shm, allowed are loopback.",
        QueryReport.noMatch(hints, refused(new Mismatch("provider", "shm", "loopback"))));
  }

  @Test
  void shouldNameTheMissingCapabilities() {
    String text =
        QueryReport.noMatch(
            ANY,
            refused(
                new Mismatch("capabilities", "FI_TAGGED|FI_MULTICAST", "all but FI_MULTICAST")));
    assertTrue(text.contains("loopback: capabilities does not match"), text);
    assertTrue(text.contains("asked      FI_TAGGED, FI_MULTICAST"), text);
    assertTrue(text.contains("available  all but FI_MULTICAST"), text);
  }

  @Test
  void shouldGiveTheReasonsOfAProviderWithSeveralNames() {
    FabricInfo hints = FabricInfo.builder().provider("loopback:tcp").build();
    String text = QueryReport.noMatch(hints, refused(new Mismatch("library", "any", "none")));
    assertTrue(text.contains("loopback: library does not match"), text);
  }

  @Test
  void shouldBreakLongLists() {
    String many = String.join("|", Collections.nCopies(30, "FI_CAPABILITY"));
    String text = QueryReport.noMatch(ANY, refused(new Mismatch("capabilities", "FI_X", many)));
    text.lines().forEach(line -> assertTrue(line.length() <= Terminal.WIDTH, line));
  }

  private static List<InfoResult> refused(Mismatch why) {
    return List.of(InfoResult.refused("loopback", List.of(why)));
  }
}
