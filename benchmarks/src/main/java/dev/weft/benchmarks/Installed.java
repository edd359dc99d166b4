package dev.weft.benchmarks;

import dev.weft.benchmarks.measure.JucxProbe;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Removes and reports the peers whose tools or libraries are not installed. */
final class Installed {
  private final Set<String> missing = new TreeSet<>();
  private String jucxRefusal;

  /** The comparison with those contenders that can run here. */
  Comparison only(Comparison all) throws InterruptedException {
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
    return new Comparison(
        all.section(), all.what(), all.target(), all.twoProcessors(), here, absent);
  }

  /** Why a contender cannot run here, or null. */
  private String refusal(Contender contender) throws InterruptedException {
    if (contender.isJucx()) {
      return jucxRefusal();
    }
    String tool = contender.tool();
    return tool == null || isInPath(tool) ? null : tool + " is not installed";
  }

  /** Probes in a separate JVM, because a library that does not fit may crash it. */
  private String jucxRefusal() throws InterruptedException {
    if (jucxRefusal == null) {
      jucxRefusal = Fork.refusalOf(JucxProbe.class);
    }
    return jucxRefusal.isEmpty() ? null : jucxRefusal;
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
