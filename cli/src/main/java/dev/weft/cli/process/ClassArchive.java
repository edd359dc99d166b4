package dev.weft.cli.process;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * A class-data archive of this program, with which processes start in less than half of the time.
 * It lies in a folder for temporary files until it is closed.
 *
 * <p>Archives are made of jars only; classes in folders are packed first.
 */
public final class ClassArchive implements AutoCloseable {
  private final Path folder;
  private final Path archive;
  private final List<String> options;
  private volatile String classPath;

  /**
   * An empty archive.
   *
   * @param options options of the virtual machine, for all processes
   */
  public ClassArchive(List<String> options) {
    this.options = List.copyOf(options);
    try {
      folder = Files.createTempDirectory("weft-classes-");
    } catch (IOException e) {
      throw new UncheckedIOException("There is no room for the classes of other processes", e);
    }
    folder.toFile().deleteOnExit();
    archive = file("classes.jsa");
  }

  /**
   * Fills the archive with the classes of a process that is started like this and ends by itself.
   * If this fails the archive stays empty, and processes start without it.
   */
  public void fill(Class<?> main, List<String> arguments) throws InterruptedException {
    try {
      String jars = pack(WeftProcess.classPath());
      List<String> filling = with("-XX:ArchiveClassesAtExit=" + archive);
      try (var ending = WeftProcess.start(main, filling, jars, arguments)) {
        if (ending.await() == 0 && Files.exists(archive)) {
          classPath = jars;
        }
      }
    } catch (IOException | UncheckedIOException cannotPack) {
      classPath = null;
    }
  }

  /** Starts a process, with the archive once it is filled. */
  public WeftProcess start(Class<?> main, List<String> arguments) {
    String jars = classPath;
    return jars == null
        ? WeftProcess.start(main, options, arguments)
        : WeftProcess.start(main, with("-XX:SharedArchiveFile=" + archive), jars, arguments);
  }

  /** Whether processes are started with the archive. */
  public boolean isFilled() {
    return classPath != null;
  }

  private List<String> with(String option) {
    return Stream.concat(options.stream(), Stream.of("-Xlog:disable", option)).toList();
  }

  /** A file that is deleted even if the process is terminated. */
  private Path file(String name) {
    Path file = folder.resolve(name);
    file.toFile().deleteOnExit();
    return file;
  }

  private String pack(String path) throws IOException {
    List<String> jars = new ArrayList<>();
    for (String element : path.split(File.pathSeparator, -1)) {
      Path classes = Path.of(element);
      boolean loose = Files.isDirectory(classes);
      jars.add(loose ? pack(classes, file(jars.size() + ".jar")) : element);
    }
    return String.join(File.pathSeparator, jars);
  }

  private static String pack(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream output = new JarOutputStream(file);
        Stream<Path> files = Files.walk(classes).filter(Files::isRegularFile)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        output.putNextEntry(new JarEntry(classes.relativize(each).toString()));
        Files.copy(each, output);
      }
    }
    return jar.toString();
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(folder).sorted(Comparator.reverseOrder())) {
      for (Path each : (Iterable<Path>) files::iterator) {
        Files.delete(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The classes of other processes cannot be deleted", e);
    }
  }
}
