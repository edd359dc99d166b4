package dev.weft.site;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Follows every relative link of the pages below a folder, to its file and to its anchor. */
final class LinkCheck {
  private static final Pattern LINK = Pattern.compile("\\s(?:href|src)=\"([^\"]*)\"");
  private static final Pattern ANCHOR = Pattern.compile("\\s(?:id|name)=\"([^\"]*)\"");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*|//.*");

  private final Path site;
  private final Map<Path, Set<String>> anchors = new HashMap<>();
  private final Set<String> dead = new TreeSet<>();

  private LinkCheck(Path site) {
    this.site = site;
  }

  /** Each link that leads to no file or no anchor, as "page: link". */
  static List<String> deadLinks(Path site) throws IOException {
    LinkCheck check = new LinkCheck(site);
    try (Stream<Path> files = Files.walk(site)) {
      for (Path page : (Iterable<Path>) files.filter(LinkCheck::isPage)::iterator) {
        check.follow(page);
      }
    }
    return List.copyOf(check.dead);
  }

  private static boolean isPage(Path file) {
    return file.toString().endsWith(".html");
  }

  private void follow(Path page) throws IOException {
    Matcher links = LINK.matcher(Files.readString(page));
    while (links.find()) {
      String link = links.group(1);
      if (!ELSEWHERE.matcher(link).matches() && !leadsSomewhere(page, plain(link))) {
        dead.add(site.relativize(page) + ": " + link);
      }
    }
  }

  private boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String path = (hash < 0 ? link : link.substring(0, hash)).replaceFirst("\\?.*", "");
    Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!target.startsWith(site) || !Files.isRegularFile(target)) {
      return false;
    }
    String anchor = hash < 0 ? "" : link.substring(hash + 1);
    return anchor.isEmpty() || anchors(target).contains(anchor);
  }

  private Set<String> anchors(Path page) throws IOException {
    Set<String> known = anchors.get(page);
    if (known == null) {
      known =
          ANCHOR
              .matcher(Files.readString(page))
              .results()
              .map(anchor -> plain(anchor.group(1)))
              .collect(Collectors.toSet());
      anchors.put(page, known);
    }
    return known;
  }

  /** Undoes what HTML and addresses write for characters that mean something in them. */
  private static String plain(String text) {
    String unescaped = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    return URLDecoder.decode(unescaped.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
