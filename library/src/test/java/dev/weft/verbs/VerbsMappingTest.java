package dev.weft.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
  private static final Pattern STATE = Pattern.compile("\\| (yes|word only) \\|$");

  /** The packages of the section's names. */
  private static final List<String> PLACES =
      List.of("dev.weft.verbs.", "dev.weft.verbs.DeviceAttributes$", "dev.weft.rdmacm.");

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
    String type = dot < 0 ? name : name.substring(0, dot);
    return PLACES.stream()
        .flatMap(home -> find(home + type))
        .anyMatch(found -> dot < 0 || members(found).anyMatch(name.substring(dot + 1)::equals));
  }

  private static Stream<Class<?>> find(String name) {
    try {
      return Stream.of(Class.forName(name));
    } catch (ClassNotFoundException e) {
      return Stream.empty();
    }
  }

  private static Stream<String> members(Class<?> type) {
    return Stream.concat(
        Arrays.stream(type.getMethods()).map(method -> method.getName()),
        Arrays.stream(type.getFields()).map(Field::getName));
  }

  @Test
  void shouldForgetNoConstant() throws Exception {
    Set<String> forgotten = new TreeSet<>();
    for (Class<?> type : publicTypes()) {
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
        publicTypes().stream()
            .map(Class::getSimpleName)
            .collect(Collectors.toCollection(TreeSet::new));
    mapped.forEach(name -> forgotten.remove(name.replaceAll("\\..*", "")));
    forgotten.removeAll(ONLY_JAVA);
    assertEquals(Set.of(), forgotten);
  }

  private static List<Class<?>> publicTypes() throws IOException, URISyntaxException {
    Path classes =
        Path.of(VerbsErrno.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Class<?>> types = new ArrayList<>();
    try (Stream<Path> files = Files.list(classes.resolve("dev/weft/verbs"))) {
      files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.matches("\\w+\\.class"))
          .map(file -> load(file.replace(".class", "")))
          .filter(type -> Modifier.isPublic(type.getModifiers()))
          .forEach(types::add);
    }
    return types;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName("dev.weft.verbs." + name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
