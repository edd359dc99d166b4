package dev.weft.ffm.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.ffm.CompiledC;
import dev.weft.ffm.Installed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares every layout with what the C compiler says about the installed headers. Releases after
 * 1.17 append members to structs.
 */
class LayoutsTest {
  private static final String LATER = "(FI_MAJOR_VERSION > 1 || FI_MINOR_VERSION > 17)";

  @TempDir private Path folder;

  @Test
  void shouldBeThoseOfTheHeaders() throws IOException, InterruptedException {
    Installed.requireHeaders();
    assertEquals(
        CompiledC.text(all()), CompiledC.run(folder, all().stream().map(this::print).toList()));
  }

  private static List<Struct> all() {
    return Stream.of(InfoLayouts.all(), ObjectLayouts.all(), OpsLayouts.all(), CallLayouts.all())
        .flatMap(List::stream)
        .toList();
  }

  /** C statements that print what {@link CompiledC#text} gives. */
  private String print(Struct struct) {
    List<String> lines = new ArrayList<>();
    String type = "struct " + struct.name();
    lines.add(
        "printf(\"%1$s %%zu\\n\", %2$s && sizeof(%3$s) > %4$d ? (size_t) %4$d : sizeof(%3$s));"
            .formatted(struct.name(), LATER, type, struct.size()));
    for (String member : struct.members().keySet()) {
      lines.add(
          "printf(\"  %1$s %%zu %%zu\\n\", offsetof(%2$s, %1$s), sizeof(((%2$s *) 0)->%1$s));"
              .formatted(member, type));
    }
    return String.join("\n", lines);
  }
}
