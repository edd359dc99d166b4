import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/// Gives the classes of Java 5 in the jars of a folder the class file version of Java 7: the JDK
/// links no older ones in advance (JEP 483), and verifies them slowly. picocli has such classes.
void main(String[] arguments) throws IOException {
  try (var files = Files.list(Path.of(arguments[0]))) {
    for (var jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
      var entries = read(jar);
      if (entries.entrySet().stream().anyMatch(each -> isOld(each.getKey(), each.getValue()))) {
        write(jar, entries);
      }
    }
  }
}

Map<String, byte[]> read(Path jar) throws IOException {
  var entries = new LinkedHashMap<String, byte[]>();
  try (var in = new JarFile(jar.toFile())) {
    for (var entry : Collections.list(in.entries())) {
      entries.put(entry.getName(), in.getInputStream(entry).readAllBytes());
    }
  }
  return entries;
}

/// Versions before that of Java 6 have no stack maps.
boolean isOld(String name, byte[] bytes) {
  return name.endsWith(".class") && bytes[7] < ClassFile.JAVA_6_VERSION;
}

void write(Path jar, Map<String, byte[]> entries) throws IOException {
  var upgraded = Path.of(jar + ".upgraded");
  var maker = stackMapMaker(entries);
  try (var out = new JarOutputStream(Files.newOutputStream(upgraded))) {
    out.setLevel(0);
    for (var entry : entries.entrySet()) {
      out.putNextEntry(new JarEntry(entry.getKey()));
      var bytes = entry.getValue();
      out.write(isOld(entry.getKey(), bytes) ? upgraded(maker, bytes) : bytes);
      out.closeEntry();
    }
  }
  Files.move(upgraded, jar, StandardCopyOption.REPLACE_EXISTING);
}

/// A stack map names common superclasses, so that all classes of the jar are at hand.
ClassFile stackMapMaker(Map<String, byte[]> entries) {
  var classes =
      ClassHierarchyResolver.ofResourceParsing((ClassDesc type) -> find(entries, type))
          .orElse(ClassHierarchyResolver.defaultResolver())
          .cached();
  return ClassFile.of(
      ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
      ClassFile.ClassHierarchyResolverOption.of(classes));
}

InputStream find(Map<String, byte[]> entries, ClassDesc type) {
  var descriptor = type.descriptorString(); // Lpicocli/CommandLine;
  var bytes = entries.get(descriptor.substring(1, descriptor.length() - 1) + ".class");
  return bytes == null ? null : new ByteArrayInputStream(bytes);
}

byte[] upgraded(ClassFile maker, byte[] bytes) {
  var sameCode = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL);
  var newVersion = ClassTransform.endHandler(to -> to.withVersion(ClassFile.JAVA_7_VERSION, 0));
  return maker.transformClass(maker.parse(bytes), sameCode.andThen(newVersion));
}
