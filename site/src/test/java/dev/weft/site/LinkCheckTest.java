package dev.weft.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkCheckTest {
  @TempDir private Path work;
  private Path site;

  @BeforeEach
  void writePages() throws IOException {
    site = work.resolve("site");
    Files.createDirectories(site.resolve("guide"));
    Files.writeString(site.resolve("guide/a.html"), "<h2 id=\"read(int,T&lt;A>)\">Read</h2>\n");
    Files.writeString(work.resolve("outside.html"), "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "guide/a.html",
        "guide/../guide/a.html#read(int,T%3CA%3E)",
        "#here",
        "https://example.org/none",
        "mailto:a@example.org",
      })
  void shouldPassLinksThatLeadSomewhere(String link) throws IOException {
    write(link);
    assertEquals(List.of(), LinkCheck.deadLinks(site));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "guide/b.html",
        "guide",
        "guide/a.html#write",
        "#there",
        "../outside.html",
        ".",
      })
  void shouldReportLinksThatLeadNowhere(String link) throws IOException {
    write(link);
    assertEquals(List.of("index.html: " + link), LinkCheck.deadLinks(site));
  }

  @Test
  void shouldFollowLinksOfImagesAndOfPagesInFolders() throws IOException {
    Files.writeString(site.resolve("guide/c.html"), "<img src=\"a.png\"><a href=\"a.html\">");
    assertEquals(List.of("guide/c.html: a.png"), LinkCheck.deadLinks(site));
  }

  private void write(String link) throws IOException {
    Files.writeString(
        site.resolve("index.html"), "<p id=\"here\"><a class=\"x\" href=\"" + link + "\">");
  }
}
