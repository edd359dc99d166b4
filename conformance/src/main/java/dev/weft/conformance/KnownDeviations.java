package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The deviations of providers that are known, from the resource {@code deviations.txt}. They are
 * failures like others; the report says what is known of them.
 */
public final class KnownDeviations {
  private static final String RESOURCE = "deviations.txt";
  private static final String COMMENT = "#";
  private static final int PARTS = 4;

  private final List<Deviation> all;

  /**
   * One line of the resource: {@code clauses | providers | versions | sentence}.
   *
   * @param clauses names of clauses, or of groups of them
   * @param providers their names; that of a device without its number
   * @param versions with which it was seen: of libfabric, such as {@code 1.17}; of the kernel for
   *     drivers of devices, such as {@code Linux 6.1}
   */
  record Deviation(
      List<String> clauses, List<String> providers, List<String> versions, String sentence) {

    static Deviation parse(String line) {
      String[] parts = line.split("\\|", PARTS);
      if (parts.length != PARTS) {
        throw new IllegalArgumentException(
            "line=" + line + ", allowed: clauses|providers|versions|sentence");
      }
      return new Deviation(words(parts[0]), words(parts[1]), words(parts[2]), parts[3].strip());
    }

    private static List<String> words(String list) {
      return Arrays.stream(list.split(",", -1)).map(String::strip).toList();
    }

    private static String driver(String device) {
      return device.replaceFirst("\\d+$", "");
    }

    boolean isFor(Clause clause, String provider) {
      return (providers.contains(provider) || providers.contains(driver(provider)))
          && (clauses.contains(clause.id()) || clauses.contains(clause.group()));
    }
  }

  private KnownDeviations(Stream<Deviation> deviations) {
    all = deviations.toList();
  }

  KnownDeviations(List<String> lines) {
    this(
        lines.stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith(COMMENT))
            .map(Deviation::parse));
  }

  /** Those of the resource. */
  public static KnownDeviations load() {
    try (var stream = KnownDeviations.class.getResourceAsStream(RESOURCE);
        var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      return new KnownDeviations(reader.lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read", e);
    }
  }

  /** Those that were seen with one of these versions of libfabric or of the kernel. */
  public KnownDeviations seenWith(List<String> versions) {
    return new KnownDeviations(
        all.stream().filter(each -> !Collections.disjoint(each.versions, versions)));
  }

  /** What is known of a failure of this clause; empty if nothing is. */
  public Optional<String> of(Clause clause, String provider) {
    return all.stream()
        .filter(deviation -> deviation.isFor(clause, provider))
        .map(Deviation::sentence)
        .findFirst();
  }

  List<Deviation> all() {
    return all;
  }
}
