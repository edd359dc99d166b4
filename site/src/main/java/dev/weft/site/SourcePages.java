package dev.weft.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes pages of files that are no documents: their text; and of folders: a list of links. */
final class SourcePages {
  private SourcePages() {}

  /** A page with the text of a file. */
  static Page text(Path file, String text) {
    String title = file.toString().replace('\\', '/');
    return page(title, "<pre><code>" + code(title, text) + "</code></pre>\n");
  }

  /** A page with a list of links. */
  static Page list(Path folder, List<String> names, List<String> links) {
    StringBuilder items = new StringBuilder("<ul class=\"folder\">\n");
    for (int i = 0; i < names.size(); i++) {
      items.append("<li><a href=\"%s\">%s</a></li>\n".formatted(links.get(i), names.get(i)));
    }
    return page(folder.toString().replace('\\', '/') + "/", items + "</ul>\n");
  }

  private static Page page(String title, String content) {
    return new Page(title, List.of(), "<h1>" + escape(title) + "</h1>\n" + content);
  }

  /** The names of what a folder shows, folders with a slash; without what a build or tool wrote. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> !file.getFileName().toString().matches("target|\\..*"))
          .map(file -> file.getFileName() + (Files.isDirectory(file) ? "/" : ""))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  /** Text as HTML; that of a name that ends in {@code .java} with its tokens marked. */
  static String code(String name, String text) {
    return name.endsWith(".java") ? JavaHighlight.html(text) : escape(text);
  }

  /** Text as HTML. */
  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
