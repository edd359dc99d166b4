package dev.weft.benchmarks;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Leaves out the peers whose tools are not installed, and says so. */
final class Installed {
  private final Set<String> missing = new TreeSet<>();

  /** The comparison with those contenders that can run here. */
  Comparison only(Comparison all) {
    List<Contender> here = all.contenders().stream().filter(this::isHere).toList();
    return new Comparison(all.section(), all.what(), all.target(), all.twoProcessors(), here);
  }

  private boolean isHere(Contender contender) {
    String tool = contender.tool();
    boolean here = tool == null || isInPath(tool);
    if (!here) {
      missing.add("not compared with " + contender.name() + ": " + tool + " is not installed");
    }
    return here;
  }

  private static boolean isInPath(String tool) {
    return List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  /** A line for each peer that was left out. */
  Set<String> missing() {
    return missing;
  }
}
