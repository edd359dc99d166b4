package dev.weft.cli.report;

import java.nio.file.Files;
import java.nio.file.Path;

/** Checks files that a command will write, before it begins. */
public final class OutputFile {
  private OutputFile() {}

  /** Why this file cannot be written, as far as can be checked before; empty if it can. */
  public static String refusal(Path file) {
    if (Files.isDirectory(file)) {
      return " is a folder";
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return " is in no folder that exists";
    }
    return Files.isWritable(Files.exists(file) ? file : folder) ? "" : " cannot be written";
  }
}
