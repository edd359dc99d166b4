package dev.weft.cli.process;

import java.nio.file.Path;
import java.util.stream.Stream;

/** The folder for the files of the provider shm. */
public final class ShmFolder {
  /** The system property that names the folder. */
  public static final String PROPERTY = "dev.weft.shm.folder";

  /** The folder if none is named. */
  public static final String USUAL = "/dev/shm";

  private static final String VARIABLE = "WEFT_SHM_FOLDER";

  private ShmFolder() {}

  /** A message of the library in the words of the command, which has an option for the folder. */
  public static String byOption(String message) {
    return message.replace("-D" + PROPERTY, "--shm-folder");
  }

  /** The folder for all users and fabrics. */
  public static Path base() {
    return Stream.of(System.getProperty(PROPERTY, ""), System.getenv().getOrDefault(VARIABLE, ""))
        .filter(named -> !named.isEmpty())
        .findFirst()
        .map(Path::of)
        .orElse(Path.of(USUAL))
        .toAbsolutePath();
  }
}
