package dev.weft;

import dev.weft.fabric.Errno;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The public types of an API package and of the packages below it, by their simple names. */
public final class ExportedTypes {

  private ExportedTypes() {}

  /**
   * The public types in and below a package such as {@code dev.weft.fabric}.
   *
   * @throws IllegalStateException if two types have the same name
   */
  public static Map<String, Class<?>> of(String api) {
    Path classes = classes();
    Map<String, Class<?>> types = new TreeMap<>();
    for (Path file : filesBelow(classes.resolve(api.replace('.', '/')))) {
      Class<?> type = load(classes.relativize(file).toString());
      if (Modifier.isPublic(type.getModifiers()) && types.put(type.getSimpleName(), type) != null) {
        throw new IllegalStateException("two types " + type.getSimpleName() + " in " + api);
      }
    }
    return types;
  }

  /** The type of an API with this simple name. */
  public static Class<?> of(String api, String simpleName) throws ClassNotFoundException {
    Class<?> type = of(api).get(simpleName);
    if (type == null) {
      throw new ClassNotFoundException(simpleName + " in " + api);
    }
    return type;
  }

  private static Path classes() {
    try {
      return Path.of(Errno.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static List<Path> filesBelow(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.getFileName().toString().matches("\\w+\\.class")).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Class<?> load(String file) {
    try {
      return Class.forName(file.replace('/', '.').replace(".class", ""));
    } catch (ClassNotFoundException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
