package dev.weft.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site of this project, without the Javadoc. */
class SiteBuilderTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private static Path work;
  private static Path site;

  @BeforeAll
  static void build() throws IOException {
    site = work.resolve("site");
    Path api = Files.createDirectory(work.resolve("api"));
    Files.createDirectory(site);
    Files.writeString(site.resolve("stale.html"), "");
    new SiteBuilder(ROOT).build(api, site);
  }

  @Test
  void shouldHaveNoDeadLinkButThoseToTheJavadoc() throws IOException {
    List<String> dead =
        LinkCheck.deadLinks(site).stream()
            .filter(link -> !link.matches("\\S+: (\\.\\./)*api/.*"))
            .toList();
    assertEquals(List.of(), dead);
  }

  /** A new document has to be put in the list of pages. */
  @Test
  void shouldNameEveryDocumentInTheNavigation() throws IOException {
    Set<Path> missing = new TreeSet<>(documents(ROOT.resolve("docs"), 9));
    missing.addAll(documents(ROOT, 1));
    missing.removeAll(Navigation.ofProject().documents());
    assertEquals(Set.of(), missing);
  }

  private static Set<Path> documents(Path folder, int depth) throws IOException {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .map(ROOT::relativize)
          .collect(Collectors.toSet());
    }
  }

  @Test
  void shouldLinkPackagesToTheirJavadocAndOtherFilesToTheirText() throws IOException {
    String home = Files.readString(site.resolve("index.html"));
    assertTrue(home.contains("href=\"api/dev.weft/dev/weft/fabric/package-summary.html\""), home);
    assertTrue(home.contains("href=\"examples/Hello.java.html\""), home);
    assertTrue(home.contains("href=\"native/src/main/java/dev/weft/ffm/index.html\""), home);
    String hello = Files.readString(site.resolve("examples/Hello.java.html"));
    assertTrue(hello.contains("peers.insert(endpoint.name())"), hello);
  }

  @Test
  void shouldShowImages() throws IOException {
    Path image = Path.of("benchmarks/ratios.svg");
    assertEquals(-1, Files.mismatch(ROOT.resolve(image), site.resolve(image)));
    String page = Files.readString(site.resolve("benchmarks/index.html"));
    assertTrue(page.contains("<img src=\"ratios.svg\""), page);
  }

  @Test
  void shouldReplaceWhatWasThere() {
    assertFalse(Files.exists(site.resolve("stale.html")));
  }

  @Test
  void shouldAskNoOtherSiteForScriptsOrStyle() throws IOException {
    try (Stream<Path> files = Files.walk(site).filter(Files::isRegularFile)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String text = Files.readString(file);
        assertFalse(text.matches("(?s).*<(?:script|iframe)\\b.*"), file::toString);
        assertFalse(text.matches("(?s).*<link[^>]+https?:.*"), file::toString);
        assertFalse(text.matches("(?s).*(?:@import|url\\().*") && isStyle(file), file::toString);
      }
    }
  }

  private static boolean isStyle(Path file) {
    return file.toString().endsWith(".css");
  }
}
