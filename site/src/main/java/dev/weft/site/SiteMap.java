package dev.weft.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where files of the project lie on the site. Addresses have slashes and are relative to the top of
 * the site.
 */
final class SiteMap {
  private static final String README = "README.md";
  private static final String SOURCES = "src/main/java/";
  private static final Pattern MODULE = Pattern.compile("(?m)^module (\\S+) \\{");
  private static final Pattern SCHEME = Pattern.compile("[a-z]+:.*");

  private final Path root;

  SiteMap(Path root) {
    this.root = root;
  }

  /**
   * The link of a page to what a link of its document leads to.
   *
   * @param from the document
   * @param link as written in the document
   * @param reached takes each file that the site has to show for this
   * @return relative to the page; the link itself where it leads to another site or to nothing
   */
  String resolve(Path from, String link, Consumer<Path> reached) {
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    if (path.isEmpty() || SCHEME.matcher(link).matches()) {
      return link;
    }
    Path target = root.resolve(from).resolveSibling(path).normalize();
    if (!target.startsWith(root) || !Files.exists(target)) {
      return link;
    }
    Path file = shown(root.relativize(target));
    String api = apiAddress(file);
    if (api == null) {
      reached.accept(file);
    }
    String address = api == null ? address(file) : api;
    return relative(address(from), address) + (hash < 0 ? "" : link.substring(hash));
  }

  /** A folder is shown by its README, if it has one. */
  private Path shown(Path file) {
    Path readme = file.resolve(README);
    return Files.exists(root.resolve(readme)) ? readme : file;
  }

  /** The address of a file or folder. */
  String address(Path file) {
    String path = file.toString().replace('\\', '/');
    if (file.endsWith(README)) {
      return path.substring(0, path.length() - README.length()) + "index.html";
    }
    if (Files.isDirectory(root.resolve(file))) {
      return path + "/index.html";
    }
    return isImage(file) ? path : path.replaceFirst("\\.md$", "") + ".html";
  }

  /** Whether the site has the file as it is, not a page that shows its text. */
  static boolean isImage(Path file) {
    return file.toString().endsWith(".svg");
  }

  /** The address of the Javadoc of a folder that is an exported package; null for other files. */
  private String apiAddress(Path file) {
    String path = file.toString().replace('\\', '/');
    int sources = path.indexOf(SOURCES);
    Path descriptor = root.resolve(path.substring(0, Math.max(sources, 0)) + SOURCES);
    if (sources < 0 || !Files.isDirectory(root.resolve(file))) {
      return null;
    }
    String folder = path.substring(sources + SOURCES.length());
    String module = read(descriptor.resolve("module-info.java"));
    Matcher name = MODULE.matcher(module);
    return name.find() && module.contains("exports " + folder.replace('/', '.') + ";")
        ? "api/" + name.group(1) + "/" + folder + "/package-summary.html"
        : null;
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The link from one address to another one. */
  static String relative(String from, String to) {
    Path folder = Path.of("/" + from).getParent();
    return folder.relativize(Path.of("/" + to)).toString().replace('\\', '/');
  }
}
