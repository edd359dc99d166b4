package dev.weft.benchmarks;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Removes and reports the contenders whose tools or libraries are not installed. */
final class Installed {
  private final Set<String> missing = new TreeSet<>();
  private final Map<List<String>, String> refusals = new HashMap<>();

  /** The comparison with those contenders that can run here; empty if Weft's own cannot. */
  Optional<Comparison> only(Comparison all) throws InterruptedException {
    String ours = refusal(all.contenders().getFirst());
    if (ours != null) {
      missing.add("not measured, " + all.section() + ": " + ours);
      return Optional.empty();
    }
    List<Contender> here = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    for (Contender contender : all.contenders()) {
      String refusal = refusal(contender);
      if (refusal == null) {
        here.add(contender);
      } else {
        absent.add(contender.name());
        missing.add("not compared with " + contender.name() + ": " + refusal);
      }
    }
    return Optional.of(
        new Comparison(all.section(), all.what(), all.target(), all.twoProcessors(), here, absent));
  }

  /** Why a contender cannot run here, or null. */
  private String refusal(Contender contender) throws InterruptedException {
    List<String> probe = contender.probe();
    if (!probe.isEmpty()) {
      return refusal(probe);
    }
    String tool = contender.tool();
    return tool == null || isInPath(tool) ? null : tool + " is not installed";
  }

  /** Probes in a separate JVM, because a library that does not fit may crash it. */
  private String refusal(List<String> probe) throws InterruptedException {
    if (!refusals.containsKey(probe)) {
      refusals.put(probe, Fork.refusalOf(probe));
    }
    String refusal = refusals.get(probe);
    return refusal.isEmpty() ? null : refusal;
  }

  private static boolean isInPath(String tool) {
    return List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  /** A line for each contender that was left out. */
  Set<String> missing() {
    return missing;
  }
}
