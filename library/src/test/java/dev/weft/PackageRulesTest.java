package dev.weft;

import static java.util.Map.entry;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the imports of every class file of the library against one table of packages. */
class PackageRulesTest {
  /**
   * The packages of the library that classes of each package may import besides their own. {@code
   * fabric.*} is the package {@code fabric} and all below it.
   */
  static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          entry(
              "provider.fabric.*",
              Set.of(
                  "argument",
                  "fabric.*",
                  "nic.connection",
                  "nic.endpoint",
                  "nic.matching",
                  "nic.message",
                  "nic.rma",
                  "atomic",
                  "completion",
                  "completion.work",
                  "memory",
                  "recording",
                  "service",
                  "wait",
                  "wire",
                  "wire.loopback",
                  "wire.shm")),
          entry(
              "nic.endpoint",
              Set.of(
                  "nic.rma",
                  "nic.matching",
                  "nic.transfer",
                  "nic.message",
                  "nic.report",
                  "completion",
                  "wait",
                  "wire")),
          entry(
              "nic.rma",
              Set.of(
                  "nic.matching",
                  "nic.transfer",
                  "nic.message",
                  "nic.report",
                  "atomic",
                  "completion",
                  "memory",
                  "wire")),
          entry(
              "nic.matching",
              Set.of("nic.transfer", "nic.message", "nic.report", "completion", "wire")),
          entry(
              "nic.transfer",
              Set.of("nic.message", "nic.report", "completion", "wire", "wire.process")),
          entry(
              "nic.message",
              Set.of("nic.report", "completion", "memory", "service", "wire", "wire.process")),
          entry("nic.report", Set.of("completion", "wire")),
          entry("nic.connection", Set.of("nic.message", "wire")),
          entry(
              "nic.reliabledatagram",
              Set.of(
                  "nic.queuepair",
                  "nic.responder",
                  "nic.workqueue",
                  "nic.memory",
                  "nic.packet",
                  "completion.work",
                  "wire")),
          entry(
              "nic.queuepair",
              Set.of(
                  "nic.responder",
                  "nic.sharedmemory",
                  "nic.workqueue",
                  "nic.memory",
                  "nic.packet",
                  "nic.progress",
                  "completion.work",
                  "service",
                  "wait",
                  "wire")),
          entry(
              "nic.responder",
              Set.of(
                  "nic.sharedmemory",
                  "nic.workqueue",
                  "nic.memory",
                  "nic.packet",
                  "completion.work",
                  "wire")),
          entry(
              "nic.sharedmemory",
              Set.of(
                  "nic.workqueue", "nic.memory", "nic.packet", "memory", "wire", "wire.process")),
          entry(
              "nic.workqueue",
              Set.of(
                  "nic.memory",
                  "nic.packet",
                  "nic.progress",
                  "completion.work",
                  "wait",
                  "wire",
                  "wire.process")),
          entry("nic.memory", Set.of("memory", "wire")),
          entry("nic.packet", Set.of("wire")),
          entry("nic.progress", Set.of("service", "wait", "wire")),
          entry("futures", Set.of("argument", "fabric.*")),
          entry("rdmacm", Set.of("argument", "service", "verbs.*", "wait")),
          entry("completion.work", Set.of("completion", "wait")),
          entry("completion", Set.of("recording", "wait")),
          entry("wire.loopback", Set.of("wire")),
          entry("wire.shm", Set.of("memory", "service", "wire", "wire.process", "wire.shm.folder")),
          entry("wire.shm.folder", Set.of("service", "wire")),
          entry("wire.process", Set.of()),
          entry("fabric.*", Set.of("argument", "errno")),
          entry("verbs.*", Set.of("argument", "errno")),
          entry("errno", Set.of()),
          entry("argument", Set.of()),
          entry(
              "provider.verbs.*",
              Set.of(
                  "argument",
                  "verbs.*",
                  "nic.reliabledatagram",
                  "nic.queuepair",
                  "nic.workqueue",
                  "nic.memory",
                  "nic.packet",
                  "completion",
                  "completion.work",
                  "memory",
                  "recording",
                  "wait",
                  "wire",
                  "wire.loopback",
                  "wire.shm")),
          entry("wait", Set.of()),
          entry("atomic", Set.of()),
          entry("memory", Set.of()),
          entry("service", Set.of()),
          entry("recording", Set.of()),
          entry("wire", Set.of("memory", "recording", "wire.process")));

  /**
   * A class of the library in names, descriptors and signatures of a class file; group 1: its
   * package.
   */
  private static final Pattern OUR_CLASS = Pattern.compile("dev/weft/((?:[a-z]+/)*[a-z]+)/[A-Z]");

  @TempDir private Path planted;

  @Test
  void shouldNameOnlyThePackagesThatTheTableAllows() throws IOException {
    Path classes = Path.of("target", "classes");
    assertFalse(classFiles(classes).isEmpty(), () -> "no class files in " + classes);
    assertEquals("", breaches(classes));
  }

  @Test
  void shouldReportABreach() throws IOException {
    plant("wait.Intruder", "completion.CompletionRing");
    assertEquals(
        "dev.weft.wait.Intruder names dev.weft.completion, but wait may name [] only",
        breaches(planted));
  }

  @Test
  void shouldReportAPackageThatTheTableDoesNotKnow() throws IOException {
    plant("common.Everything", "wait.Notifier");
    assertEquals(
        "dev.weft.common.Everything lies in a package without a row in the table",
        breaches(planted));
  }

  @Test
  void shouldImportOneWay() throws IOException {
    assertEquals(Set.of(), circular(Path.of("target", "classes")));
  }

  @Test
  void shouldReportPackagesThatImportEachOther() throws IOException {
    plant("wait.Intruder", "completion.CompletionRing");
    plant("completion.Intruder", "wait.Notifier");
    plant("atomic.Bystander", "wait.Intruder");
    assertEquals(Set.of("completion", "wait"), circular(planted));
  }

  /** The packages in circles of imports; each API counts as one package. */
  private static Set<String> circular(Path classes) throws IOException {
    Map<String, Set<String>> imports = new TreeMap<>();
    Map<String, Set<String>> importers = new TreeMap<>();
    for (Path file : classFiles(classes)) {
      ClassModel model = parse(file);
      String own = api(packageOf(model));
      for (String other : named(model)) {
        if (!own.equals(api(other))) {
          imports.computeIfAbsent(own, _ -> new TreeSet<>()).add(api(other));
          importers.computeIfAbsent(api(other), _ -> new TreeSet<>()).add(own);
        }
      }
    }
    Set<String> left = new TreeSet<>(imports.keySet());
    while (left.removeIf(one -> isAtAnEnd(one, imports, left) || isAtAnEnd(one, importers, left))) {
      // a package without imports or importers that are left is in no circle
    }
    return left;
  }

  private static boolean isAtAnEnd(String one, Map<String, Set<String>> edges, Set<String> left) {
    return edges.getOrDefault(one, Set.of()).stream().noneMatch(left::contains);
  }

  private static String api(String name) {
    return name.matches("(fabric|verbs)(\\..*)?") ? name.replaceAll("\\..*", "") : name;
  }

  /** Writes a class file with a field, whose type stands in a descriptor and nowhere else. */
  private void plant(String name, String fieldType) throws IOException {
    Path file = planted.resolve("dev/weft/" + name.replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    ClassFile.of()
        .buildTo(
            file,
            ClassDesc.of("dev.weft." + name),
            builder -> builder.withField("field", ClassDesc.of("dev.weft." + fieldType), 0));
  }

  private static String breaches(Path classes) throws IOException {
    return classFiles(classes).stream()
        .map(PackageRulesTest::parse)
        .flatMap(PackageRulesTest::breachesOf)
        .collect(joining("\n"));
  }

  private static List<Path> classFiles(Path classes) throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .filter(file -> !file.endsWith("module-info.class"))
          .sorted()
          .toList();
    }
  }

  private static ClassModel parse(Path file) {
    try {
      return ClassFile.of().parse(file);
    } catch (IOException unreadable) {
      throw new AssertionError(file.toString(), unreadable);
    }
  }

  private static Stream<String> breachesOf(ClassModel model) {
    String own = packageOf(model);
    Optional<String> row = ALLOWED.keySet().stream().filter(key -> covers(key, own)).findFirst();
    String className = model.thisClass().asInternalName().replace('/', '.');
    if (row.isEmpty()) {
      return Stream.of(className + " lies in a package without a row in the table");
    }
    Set<String> allowed = ALLOWED.get(row.get());
    return named(model).stream()
        .filter(other -> !covers(row.get(), other))
        .filter(other -> allowed.stream().noneMatch(key -> covers(key, other)))
        .map(other -> breach(className, other, own, allowed));
  }

  private static String packageOf(ClassModel model) {
    String className = model.thisClass().asInternalName().replace('/', '.');
    return className.replaceAll("^dev\\.weft\\.|\\.?[^.]*$", "");
  }

  private static boolean covers(String key, String name) {
    String root = key.replace(".*", "");
    return name.equals(root) || (key.endsWith(".*") && name.startsWith(root + "."));
  }

  private static String breach(String className, String other, String own, Set<String> allowed) {
    return "%s names dev.weft.%s, but %s may name %s only"
        .formatted(className, other, own, new TreeSet<>(allowed));
  }

  private static Set<String> named(ClassModel model) {
    Set<String> packages = new TreeSet<>();
    for (var entry : model.constantPool()) {
      if (entry instanceof Utf8Entry text) {
        OUR_CLASS
            .matcher(text.stringValue())
            .results()
            .map(match -> match.group(1).replace('/', '.'))
            .forEach(packages::add);
      }
    }
    return packages;
  }
}
