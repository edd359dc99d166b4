package dev.weft.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Puts the navigation and the style of the site around the content of a page. */
final class PageFrame {
  private static final Path HOME = Path.of("README.md");
  private static final int MAX_HEADINGS = 16;

  private final Navigation navigation;
  private final SiteMap map;
  private final Map<Path, String> titles;
  private final String template = resource("page.html");

  /** A frame; {@code titles} has that of each document of the navigation. */
  PageFrame(Navigation navigation, SiteMap map, Map<Path, String> titles) {
    this.navigation = navigation;
    this.map = map;
    this.titles = titles;
  }

  /** The whole text of a page. */
  String around(Path file, Page page) {
    String home = titles.get(HOME);
    String title = file.equals(HOME) ? home : page.title() + " - " + home;
    return template
        .replace("{title}", SourcePages.escape(title))
        .replace("{top}", top(file))
        .replace("{navigation}", navigation(file, page))
        .replace("{neighbours}", neighbours(file))
        .replace("{content}", page.html());
  }

  /** From a page to the top of the site. */
  private String top(Path file) {
    String up = SiteMap.relative(map.address(file), "");
    return up.isEmpty() ? "" : up + "/";
  }

  private String navigation(Path file, Page page) {
    StringBuilder html = new StringBuilder();
    for (Navigation.Section section : navigation.sections()) {
      html.append("<h2>").append(section.title()).append("</h2>\n<ul>\n");
      for (Path document : section.documents()) {
        html.append(item(file, document));
        if (document.equals(file)) {
          html.append(headings(page.headings()));
        }
        html.append("</li>\n");
      }
      html.append("</ul>\n");
    }
    return html.toString();
  }

  private String item(Path file, Path document) {
    String current = document.equals(file) ? " aria-current=\"page\"" : "";
    return "<li><a href=\"%s\"%s>%s</a>".formatted(link(file, document), current, title(document));
  }

  private static String headings(List<Page.Heading> headings) {
    if (headings.isEmpty() || headings.size() > MAX_HEADINGS) {
      return "";
    }
    StringBuilder html = new StringBuilder("\n<ul>\n");
    for (Page.Heading heading : headings) {
      html.append(
          "<li><a href=\"#%s\">%s</a></li>\n"
              .formatted(heading.anchor(), SourcePages.escape(heading.text())));
    }
    return html.append("</ul>\n").toString();
  }

  /** Links to the documents before and after this one. */
  private String neighbours(Path file) {
    List<Path> all = navigation.documents();
    int place = all.indexOf(file);
    if (place < 0) {
      return "";
    }
    String before = place == 0 ? "" : neighbour(file, all.get(place - 1), "prev");
    String after = place + 1 == all.size() ? "" : neighbour(file, all.get(place + 1), "next");
    return before + after;
  }

  private String neighbour(Path file, Path document, String relation) {
    return "<a rel=\"%s\" href=\"%s\">%s</a>\n"
        .formatted(relation, link(file, document), title(document));
  }

  private String link(Path from, Path to) {
    return SiteMap.relative(map.address(from), map.address(to));
  }

  private String title(Path document) {
    return SourcePages.escape(titles.get(document));
  }

  /** The text of a file beside this class. */
  static String resource(String name) {
    try (InputStream file = PageFrame.class.getResourceAsStream(name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
