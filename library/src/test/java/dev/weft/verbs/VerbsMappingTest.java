package dev.weft.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ExportedTypes;
import dev.weft.verbs.attributes.DeviceAttributes;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that section 7 of docs/mapping.md names existing members only, and every constant and
 * type.
 */
class VerbsMappingTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "mapping.md");
  private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+(?:\\.\\w+)?)`");
  private static final Pattern STATE = Pattern.compile("\\| (yes|name only) \\|$");

  private static final Map<String, Class<?>> TYPES = ExportedTypes.of("dev.weft.verbs");

  /** Members without a counterpart in C. */
  private static final Set<String> ONLY_JAVA =
      Set.of("Devices", "VerbsException", "VerbsObject", "WorkCompletionBatch");

  private static Set<String> mapped;

  @BeforeAll
  static void readTheJavaColumns() throws IOException {
    mapped =
        Files.readString(DOCUMENT)
            .split("\n## 7\\. ", 2)[1]
            .lines()
            .filter(line -> STATE.matcher(line).find())
            .flatMap(line -> NAME.matcher(line).results())
            .map(name -> name.group(1))
            .filter(name -> !name.matches("(IBV?_|E[A-Z]+$).*"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertTrue(mapped.size() > 200, "only " + mapped.size() + " names in " + DOCUMENT);
  }

  @Test
  void shouldNameOnlyWhatExists() {
    Set<String> missing = new TreeSet<>(mapped);
    missing.removeIf(VerbsMappingTest::exists);
    assertEquals(Set.of(), missing);
  }

  private static boolean exists(String name) {
    int dot = name.indexOf('.');
    return types(dot < 0 ? name : name.substring(0, dot))
        .anyMatch(found -> dot < 0 || members(found).anyMatch(name.substring(dot + 1)::equals));
  }

  /** Types of the section: of verbs, of its device attributes, and of connection management. */
  private static Stream<Class<?>> types(String name) {
    return Stream.concat(
            Stream.of(TYPES.get(name), ExportedTypes.of("dev.weft.rdmacm").get(name)),
            Arrays.stream(DeviceAttributes.class.getClasses())
                .filter(nested -> nested.getSimpleName().equals(name)))
        .filter(Objects::nonNull);
  }

  private static Stream<String> members(Class<?> type) {
    return Stream.concat(
        Arrays.stream(type.getMethods()).map(method -> method.getName()),
        Arrays.stream(type.getFields()).map(Field::getName));
  }

  @Test
  void shouldForgetNoConstant() throws Exception {
    Set<String> forgotten = new TreeSet<>();
    for (Class<?> type : TYPES.values()) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isPublic(field.getModifiers()) && Modifier.isStatic(field.getModifiers())) {
          forgotten.add(type.getSimpleName() + "." + field.getName());
        }
      }
    }
    forgotten.removeAll(mapped);
    forgotten.removeAll(Set.of("Gid.SIZE", "Gid.ZERO"));
    assertEquals(Set.of(), forgotten);
  }

  @Test
  void shouldForgetNoType() throws Exception {
    Set<String> forgotten =
        TYPES.values().stream()
            .map(Class::getSimpleName)
            .collect(Collectors.toCollection(TreeSet::new));
    mapped.forEach(name -> forgotten.remove(name.replaceAll("\\..*", "")));
    forgotten.removeAll(ONLY_JAVA);
    assertEquals(Set.of(), forgotten);
  }
}
