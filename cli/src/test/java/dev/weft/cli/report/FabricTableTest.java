package dev.weft.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.info.FabricInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class FabricTableTest {

  private static FabricInfo info(String provider, String fabric) {
    FabricInfo.Builder info = FabricInfo.builder().provider(provider);
    return info.fabric(info.build().fabric().toBuilder().name(fabric).build()).build();
  }

  @Test
  void shouldShowEqualOffersOnce() {
    FabricInfo one = info("net", "192.0.2.0/24");
    FabricInfo two = info("net", "198.51.100.0/24");
    assertEquals(FabricTable.brief(List.of(one)), FabricTable.brief(List.of(one, two)));
  }

  @Test
  void shouldAlignTheColumnsBelowLongNames() {
    String text = FabricTable.brief(List.of(info("a-provider-with-a-long-name", "x")));
    List<String> lines = text.lines().toList();
    assertEquals(lines.getFirst().indexOf("endpoint"), lines.get(2).indexOf("FI_EP_UNSPEC"));
    assertTrue(lines.get(2).startsWith("a-provider-with-a-long-name "), text);
  }
}
