package dev.weft.site;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The documents that each page names beside it, in the order in which they are read. */
record Navigation(List<Section> sections) {
  /** A heading and the documents below it. */
  record Section(String title, List<Path> documents) {}

  /** The navigation of this project. */
  static Navigation ofProject() {
    return new Navigation(
        List.of(
            section("", "README"),
            ofGuide(
                "Use",
                "README",
                "getting-started",
                "completion-queues",
                "fabric",
                "verbs",
                "futures",
                "processes",
                "network",
                "recipes",
                "performance",
                "watching",
                "troubleshooting"),
            ofGuide("Coming from", "from-libfabric", "from-libibverbs", "from-jucx", "from-disni"),
            section(
                "Reference",
                "docs/promises",
                "docs/mapping",
                "docs/clauses",
                "docs/edge-cases",
                "docs/conformance",
                "docs/conformance-2.1",
                "docs/conformance-rxe",
                "benchmarks/README"),
            section("How it works", "ARCHITECTURE", "docs/internals", "docs/decisions"),
            section(
                "Project",
                "CHANGELOG",
                "docs/support",
                "SECURITY",
                "CONTRIBUTING",
                "docs/releasing")));
  }

  private static Section ofGuide(String title, String... pages) {
    return section(
        title, Stream.of(pages).map(page -> "docs/guide/" + page).toArray(String[]::new));
  }

  private static Section section(String title, String... documents) {
    return new Section(
        title, Stream.of(documents).map(document -> Path.of(document + ".md")).toList());
  }

  /** All documents, in order. */
  List<Path> documents() {
    return sections.stream().flatMap(section -> section.documents().stream()).toList();
  }
}
