package dev.weft;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that names and links in the documents exist, and that the documents name what a reader
 * must find.
 */
class DocumentsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Path DECISIONS = DOCS.resolve("decisions.md");
  private static final Path ARCHITECTURE = ROOT.resolve("ARCHITECTURE.md");
  private static final Path GUIDE = DOCS.resolve("guide");
  private static final List<String> JDK =
      List.of("java.lang", "java.lang.foreign", "java.util", "java.util.concurrent");
  private static final List<String> AT_THE_TOP =
      List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md");

  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");
  private static final Pattern MEMBER =
      Pattern.compile("`([A-Z][A-Za-z]*[a-z])(?:\\.([a-z][A-Za-z]*))?`");
  private static final Pattern FILE = Pattern.compile("`([\\w./]+\\.java)`");
  private static final Pattern CLASS = Pattern.compile("\\b(\\w+)\\.java\\b");

  /** Packages and what they may import; a long list goes on in the next line. */
  private static final Pattern RULE =
      Pattern.compile("(?m)^ {4}([a-z.* ]+): (none|[a-z.* ]+(?:\\n {8}[a-z.* ]+)*)$");

  @Test
  void shouldLinkOnlyToWhatIsThere() throws IOException {
    Set<String> broken = new TreeSet<>();
    for (Path document : documents()) {
      for (MatchResult link : matches(LINK, document).toList()) {
        String file = link.group(1);
        Path target = file.isEmpty() ? document : document.resolveSibling(file);
        if (!Files.exists(target) || !hasAnchor(target, link.group(2))) {
          broken.add(document + ": " + link.group());
        }
      }
    }
    assertEquals(Set.of(), broken);
  }

  /** Whether the document has a heading or element of this anchor, or none is asked for. */
  private static boolean hasAnchor(Path document, String anchorOrNull) throws IOException {
    return anchorOrNull == null
        || matches(HEADING, document).anyMatch(heading -> anchorOrNull.equals(anchor(heading)))
        || matches(ANCHOR, document).anyMatch(element -> anchorOrNull.equals(element.group(1)));
  }

  /** The anchor of a heading, as GitHub makes it. */
  private static String anchor(MatchResult heading) {
    return heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
  }

  @Test
  void shouldNameOnlyFilesThatAreThere() throws IOException {
    Set<String> sources = sources(".");
    sources.addAll(sources("../conformance"));
    sources.addAll(sources("../cli"));
    sources.addAll(sources("../native"));
    Set<String> missing = new TreeSet<>();
    for (Path document : List.of(ARCHITECTURE, DOCS.resolve("internals.md"), DECISIONS)) {
      matches(FILE, document)
          .map(file -> "/" + file.group(1))
          .filter(file -> sources.stream().noneMatch(source -> source.endsWith(file)))
          .forEach(missing::add);
    }
    assertEquals(Set.of(), missing);
  }

  @Test
  void shouldNameOnlyClassesAndMethodsThatAreThere() throws IOException {
    Set<String> sources = sources(".");
    sources.addAll(sources("../native"));
    sources.addAll(files(Path.of("src", "test", "java")));
    sources.addAll(files(Path.of("..", "native", "src", "test", "java")));
    Set<String> missing = new TreeSet<>();
    for (MatchResult name : matches(MEMBER, ARCHITECTURE).toList()) {
      List<String> texts = texts(sources, "/" + name.group(1) + ".java");
      String method = name.group(2);
      if (texts.stream().noneMatch(text -> method == null || text.contains(" " + method + "("))) {
        missing.add(name.group());
      }
    }
    assertEquals(Set.of(), missing);
  }

  /** A name of the guide is a class of the library, or of the JDK, with a method of that name. */
  @Test
  void shouldNameOnlyClassesAndMethodsThatAreThereInTheGuide() throws Exception {
    Set<String> sources = sources(".");
    Set<String> missing = new TreeSet<>();
    for (Path document : documents()) {
      if (document.startsWith(GUIDE)) {
        for (MatchResult name : matches(MEMBER, document).toList()) {
          List<Class<?>> classes = classes(sources, name.group(1));
          if (classes.stream().noneMatch(type -> hasMethod(type, name.group(2)))) {
            missing.add(document + ": " + name.group());
          }
        }
      }
    }
    assertEquals(Set.of(), missing);
  }

  private static List<Class<?>> classes(Set<String> sources, String simpleName) {
    Stream<String> own =
        sources.stream()
            .filter(source -> source.endsWith("/" + simpleName + ".java"))
            .map(source -> source.replaceFirst(".*/java/(.*)\\.java", "$1").replace('/', '.'));
    Stream<String> known = JDK.stream().map(name -> name + "." + simpleName);
    return Stream.concat(own, known).<Class<?>>mapMulti(DocumentsTest::load).toList();
  }

  private static void load(String name, Consumer<Class<?>> classes) {
    try {
      classes.accept(Class.forName(name, false, DocumentsTest.class.getClassLoader()));
    } catch (ClassNotFoundException none) {
      // not in this package
    }
  }

  private static boolean hasMethod(Class<?> type, String nameOrNull) {
    return nameOrNull == null
        || Stream.concat(Stream.of(type.getMethods()), Stream.of(type.getDeclaredMethods()))
            .anyMatch(method -> method.getName().equals(nameOrNull));
  }

  private static List<String> texts(Set<String> sources, String file) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String source : sources) {
      if (source.endsWith(file)) {
        texts.add(Files.readString(Path.of(source)));
      }
    }
    return texts;
  }

  /** Every document of the project's own. */
  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(DOCS)) {
      List<Path> pages = docs.filter(file -> file.toString().endsWith(".md")).toList();
      return Stream.concat(AT_THE_TOP.stream().map(ROOT::resolve), pages.stream()).toList();
    }
  }

  @Test
  void shouldNameEveryRing() throws IOException {
    String text = Files.readString(ARCHITECTURE);
    Set<String> rings =
        sources(".").stream()
            .map(source -> CLASS.matcher(source).results().findFirst().orElseThrow().group(1))
            .filter(name -> name.endsWith("Ring"))
            .collect(toCollection(TreeSet::new));
    assertFalse(rings.isEmpty());
    rings.removeIf(text::contains);
    assertEquals(Set.of(), rings);
  }

  @Test
  void shouldShowThePackageRulesAsTheyAreKept() throws IOException {
    Map<String, Set<String>> shown =
        matches(RULE, ARCHITECTURE)
            .flatMap(row -> names(row.group(1)).stream().map(name -> Map.entry(name, row.group(2))))
            .collect(toMap(Map.Entry::getKey, rule -> names(rule.getValue())));
    assertEquals(PackageRulesTest.ALLOWED, shown);
  }

  private static Set<String> names(String cell) {
    return cell.equals("none") ? Set.of() : new TreeSet<>(List.of(cell.strip().split("\\s+")));
  }

  private static Stream<MatchResult> matches(Pattern pattern, Path document) throws IOException {
    return pattern.matcher(Files.readString(document)).results();
  }

  /** The library's source files. */
  private static Set<String> sources(String module) throws IOException {
    return files(Path.of(module, "src", "main", "java"));
  }

  private static Set<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> file.toString().replace('\\', '/'))
          .collect(toCollection(TreeSet::new));
    }
  }
}
