package dev.weft.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes the site: the documents of the navigation, and every file and folder of the project that
 * is reached from them by links.
 */
final class SiteBuilder {
  private static final List<String> RESOURCES = List.of("style.css", "icon.svg");

  private final Path root;
  private final SiteMap map;
  private final MarkdownPages markdown = new MarkdownPages();
  private final Deque<Path> pending = new ArrayDeque<>();
  private final Set<Path> reached = new HashSet<>();

  /** A builder for the project in this folder. */
  SiteBuilder(Path root) {
    this.root = root;
    map = new SiteMap(root);
  }

  /**
   * Writes all pages.
   *
   * @param api a folder with the Javadoc, which becomes {@code api/}
   * @param output a folder, whose content is replaced
   * @return the number of pages, without the Javadoc
   */
  int build(Path api, Path output) throws IOException {
    clear(output);
    copy(api, output.resolve("api"));
    for (String name : RESOURCES) {
      Files.writeString(output.resolve(name), PageFrame.resource(name));
    }
    Navigation navigation = Navigation.ofProject();
    Map<Path, String> titles = new HashMap<>();
    for (Path document : navigation.documents()) {
      titles.put(document, markdown.render(read(document), link -> link).title());
      reach(document);
    }
    PageFrame frame = new PageFrame(navigation, map, titles);
    while (!pending.isEmpty()) {
      Path file = pending.remove();
      Path page = output.resolve(map.address(file));
      Files.createDirectories(page.getParent());
      if (SiteMap.isImage(file)) {
        Files.copy(root.resolve(file), page);
      } else {
        Files.writeString(page, frame.around(file, render(file)));
      }
    }
    return reached.size();
  }

  private void reach(Path file) {
    if (reached.add(file)) {
      pending.add(file);
    }
  }

  private Page render(Path file) throws IOException {
    if (Files.isDirectory(root.resolve(file))) {
      List<String> names = SourcePages.names(root.resolve(file));
      Path inside = file.resolve("index");
      return SourcePages.list(
          file, names, names.stream().map(name -> map.resolve(inside, name, this::reach)).toList());
    }
    return file.toString().endsWith(".md")
        ? markdown.render(read(file), link -> map.resolve(file, link, this::reach))
        : SourcePages.text(file, read(file));
  }

  private String read(Path file) throws IOException {
    return Files.readString(root.resolve(file));
  }

  private static void clear(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.walk(folder).sorted(Comparator.reverseOrder())) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }
}
