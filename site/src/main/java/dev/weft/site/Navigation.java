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
            section(
                "Use",
                "docs/guide/README",
                "docs/guide/getting-started",
                "docs/guide/completion-queues",
                "docs/guide/fabric",
                "docs/guide/verbs",
                "docs/guide/futures",
                "docs/guide/processes",
                "docs/guide/network",
                "docs/guide/recipes",
                "docs/guide/performance",
                "docs/guide/watching",
                "docs/guide/troubleshooting"),
            section(
                "Coming from",
                "docs/guide/from-libfabric",
                "docs/guide/from-libibverbs",
                "docs/guide/from-jucx",
                "docs/guide/from-disni"),
            section(
                "Reference",
                "docs/promises",
                "docs/mapping",
                "docs/clauses",
                "docs/edge-cases",
                "docs/conformance",
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

  private static Section section(String title, String... documents) {
    return new Section(
        title, Stream.of(documents).map(document -> Path.of(document + ".md")).toList());
  }

  /** All documents, in order. */
  List<Path> documents() {
    return sections.stream().flatMap(section -> section.documents().stream()).toList();
  }
}
