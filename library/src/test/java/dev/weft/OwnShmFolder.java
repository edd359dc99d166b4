package dev.weft;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A new folder for the shared memory of a test, until it is closed. For tests with files whose
 * owner is not alive or holds no lock: any process that opens a fabric in the same folder removes
 * those, and other builds on the machine open some.
 */
public final class OwnShmFolder implements AutoCloseable {
  /** The name of the property; a resource that tests lock. */
  public static final String PROPERTY = "dev.weft.shm.folder";

  private final String before = System.getProperty(PROPERTY);
  private final Path folder;

  /** Makes the folder, which fabrics that are opened from now on use. */
  public OwnShmFolder() {
    try {
      folder = Files.createTempDirectory(current(), "weft-test-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.setProperty(PROPERTY, folder.toString());
  }

  /** The folder of fabrics that are opened now. */
  public static Path current() {
    return Path.of(System.getProperty(PROPERTY, "/dev/shm"));
  }

  /** The folder in it for the fabrics of this user. */
  public static Path ofUser() {
    return current().resolve("weft-" + System.getProperty("user.name"));
  }

  /** The option of {@code java} for another process in the same folder. */
  public static String option() {
    return "-D" + PROPERTY + "=" + current();
  }

  @Override
  public void close() {
    if (before == null) {
      System.clearProperty(PROPERTY);
    } else {
      System.setProperty(PROPERTY, before);
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(OwnShmFolder::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
