package dev.weft.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ExportedTypes;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that docs/mapping.md names existing members only, and every constant and type. */
class MappingTest {

  private static final Path DOCUMENT = Path.of("..", "docs", "mapping.md");
  private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+(?:\\.\\w+)?)`");
  private static final Pattern ROW_END = Pattern.compile("\\| (yes|name only) \\|$");

  /** A row about one capability bit; groups: its name, its state. */
  private static final Pattern CAPABILITY_ROW =
      Pattern.compile("^\\| \\d+ \\|.*`Capabilities\\.(\\w+)`.*\\| (yes|name only) \\|$");

  private static final Map<String, Class<?>> TYPES = ExportedTypes.of("dev.weft.fabric");

  private static Set<String> mapped;

  @BeforeAll
  static void readTheJavaColumns() throws IOException {
    mapped = new TreeSet<>();
    String document = Files.readString(DOCUMENT);
    String fabric = document.substring(0, document.indexOf("\n## 7. "));
    for (String line : fabric.lines().toList()) {
      if (ROW_END.matcher(line).find()) {
        NAME.matcher(line).results().map(name -> name.group(1)).forEach(mapped::add);
      }
    }
    mapped.removeIf(name -> name.startsWith("FI_"));
    assertTrue(mapped.size() > 300, "only " + mapped.size() + " names in " + DOCUMENT);
  }

  @Test
  void shouldNameOnlyWhatExists() {
    Set<String> missing =
        mapped.stream()
            .filter(name -> !exists(name))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(Set.of(), missing);
  }

  private static boolean exists(String name) {
    int dot = name.indexOf('.');
    Class<?> type = TYPES.get(dot < 0 ? name : name.substring(0, dot));
    return type != null && (dot < 0 || members(type).contains(name.substring(dot + 1)));
  }

  private static Set<String> members(Class<?> type) {
    return Stream.concat(Arrays.stream(type.getMethods()), Arrays.stream(type.getFields()))
        .map(member -> member.getName())
        .collect(Collectors.toSet());
  }

  @Test
  void shouldForgetNoConstant() throws Exception {
    Set<String> forgotten = new TreeSet<>();
    for (Class<?> type : TYPES.values()) {
      for (Field field : type.getDeclaredFields()) {
        String name = type.getSimpleName() + "." + field.getName();
        if (isConstant(field) && !name.endsWith("_VALUE") && !mapped.contains(name)) {
          forgotten.add(name);
        }
      }
    }
    forgotten.removeAll(
        Set.of("CompletionEntryLayout.MAX_SIZE", "ErrorEntryLayout.SIZE", "Errno.OFFSET"));
    assertEquals(Set.of(), forgotten);
  }

  private static boolean isConstant(Field field) {
    return Modifier.isPublic(field.getModifiers()) && Modifier.isStatic(field.getModifiers());
  }

  @Test
  void shouldForgetNoType() throws Exception {
    Set<String> forgotten =
        TYPES.values().stream()
            .map(Class::getSimpleName)
            .filter(type -> mapped.stream().noneMatch(name -> name.matches(type + "(\\..*)?")))
            .collect(Collectors.toCollection(TreeSet::new));
    // Members without a counterpart in C.
    forgotten.removeAll(
        Set.of(
            "CompletionSelector",
            "FabricException",
            "SelectorKey",
            "EventWatch",
            "EventListener",
            "Mismatch",
            "Numbered",
            "InfoResult"));
    assertEquals(Set.of(), forgotten);
  }

  @Test
  void shouldCallThoseCapabilitiesDoneThatAreOffered() throws Exception {
    Set<String> wrong = new TreeSet<>();
    for (String line : Files.readAllLines(DOCUMENT)) {
      var capability = CAPABILITY_ROW.matcher(line);
      if (capability.find()) {
        boolean done = capability.group(2).equals("yes");
        if (done != isOffered(capability.group(1))) {
          wrong.add(line);
        }
      }
    }
    assertEquals(Set.of(), wrong);
  }

  private static boolean isOffered(String capability) throws ReflectiveOperationException {
    long bit = Capabilities.class.getField(capability).getLong(null);
    FabricInfo hints = FabricInfo.builder().capabilities(bit).build();
    return Fabrics.explain(hints).stream().anyMatch(InfoResult::matches);
  }
}
