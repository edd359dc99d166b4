import com.google.googlejavaformat.java.Formatter;

/// Compares every Java file of the project with google-java-format's form of it; with the argument
/// `apply` it rewrites those that differ.
void main(String[] arguments) throws Exception {
  var apply = List.of(arguments).contains("apply");
  var differing = new ArrayList<Path>();
  for (var file : javaFiles(Path.of(""))) {
    var source = Files.readString(file);
    var formatted = new Formatter().formatSourceAndFixImports(source);
    if (!formatted.equals(source)) {
      differing.add(file);
      if (apply) {
        Files.writeString(file, formatted);
      }
    }
  }
  differing.forEach(file -> IO.println((apply ? "formatted " : "not formatted: ") + file));
  if (!apply && !differing.isEmpty()) {
    IO.println("Run ./mvnw -q -N verify -Dformat=apply");
    System.exit(1);
  }
}

List<Path> javaFiles(Path root) throws IOException {
  var files = new ArrayList<Path>();
  Files.walkFileTree(
      root,
      new SimpleFileVisitor<>() {
        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
          return directory.endsWith("target") || directory.endsWith(".git")
              ? FileVisitResult.SKIP_SUBTREE
              : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
          if (file.toString().endsWith(".java")) {
            files.add(file);
          }
          return FileVisitResult.CONTINUE;
        }
      });
  Collections.sort(files);
  return files;
}
