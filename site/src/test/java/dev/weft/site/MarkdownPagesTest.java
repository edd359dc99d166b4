package dev.weft.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownPagesTest {
  private final MarkdownPages pages = new MarkdownPages();

  /** The right column is what GitHub shows for these headings. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "## Depend on it | depend-on-it",
        "## `fi_cq(3)`: read & wait | fi_cq3-read--wait",
        "## [Unreleased] | unreleased",
        "## Größe, 1.17 - 2.x | größe-117---2x",
        "## *Who* may import_whom? | who-may-import_whom",
      })
  void shouldGiveHeadingsTheAnchorsOfGithub(String heading, String anchor) {
    Page page = pages.render(heading, link -> link);
    assertTrue(page.html().contains("<h2 id=\"" + anchor + "\">"), page.html());
    assertEquals(anchor, page.headings().getFirst().anchor());
  }

  @Test
  void shouldNumberEqualHeadings() {
    Page page = pages.render("# A\n\n## Added\n\n## Added\n\n## Added\n", link -> link);
    List<String> anchors = page.headings().stream().map(Page.Heading::anchor).toList();
    assertEquals(List.of("added", "added-1", "added-2"), anchors);
    assertEquals("A", page.title());
  }

  @Test
  void shouldRewriteLinksInTablesToo() {
    Page page = pages.render("| a |\n|---|\n| [b](c.md#d) |\n", link -> "<" + link + ">");
    assertTrue(page.html().contains("<table>"), page.html());
    assertTrue(page.html().contains("href=\"&lt;c.md#d&gt;\""), page.html());
  }

  @Test
  void shouldMarkTheTokensOfJavaOnly() {
    String block = "```java\nvar a = \"<b>\"; // var\n```\n\n```sh\nvar a < b\n```\n";
    String html = pages.render(block, link -> link).html();
    String java =
        "<span class=\"keyword\">var</span> a = <span class=\"string\">&quot;&lt;b>&quot;</span>;"
            + " <span class=\"comment\">// var</span>";
    assertTrue(html.contains(java), html);
    assertTrue(html.contains("<code>var a &lt; b"), html);
  }
}
