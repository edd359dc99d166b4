package dev.weft.site;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Builds the site of the project in the current folder, and fails on a dead link. */
final class Main {
  private Main() {}

  /** Takes the folder with the Javadoc and the folder to write, whose content is replaced. */
  public static void main(String[] arguments) throws IOException {
    Path api = Path.of(arguments[0]);
    Path output = Path.of(arguments[1]);
    int pages = new SiteBuilder(Path.of("").toAbsolutePath()).build(api, output);
    List<String> dead = LinkCheck.deadLinks(output);
    dead.forEach(link -> System.err.println("dead link: " + link));
    if (!dead.isEmpty()) {
      System.exit(1);
    }
    System.out.println(output.resolve("index.html") + ": " + pages + " pages, and the Javadoc");
  }
}
