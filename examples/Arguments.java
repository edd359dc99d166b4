import module java.base;

import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsException;

/// The arguments of an example, as its usage allows them. Wrong ones end the process with exit
/// status 2: one line says what is allowed, the next one is the usage.
final class Arguments {
  static final int MISUSE = 2;

  /// `--port NUMBER`, `server` or `server HOST`, behind a bracket or a bar.
  static final Pattern ALLOWED = Pattern.compile("[\\[|](-*[a-z-]+)(?: ([A-Z:]+))?");

  final String usage;
  final Map<String, String> labels = new LinkedHashMap<>(); // empty: there is no value
  final Map<String, String> given = new HashMap<>();

  /// Reads the arguments.
  ///
  /// @param usage such as `Echo.java [--provider NAME] [server|client]`: options, which start with
  ///   hyphens, and words, of which one may be given
  Arguments(String usage, String... args) {
    this.usage = usage;
    ALLOWED
        .matcher(usage)
        .results()
        .forEach(each -> labels.put(each.group(1), Objects.requireNonNullElse(each.group(2), "")));
    for (var rest = new ArrayDeque<>(List.of(args)); !rest.isEmpty(); ) {
      read(rest.remove(), rest);
    }
    if (words().size() > 1) {
      throw refuse(String.join(" ", words()) + ": one of these is allowed");
    }
  }

  void read(String name, Queue<String> rest) {
    var label = labels.get(name);
    if (label == null) {
      throw refuse(name + " is unknown, allowed are " + String.join(", ", labels.keySet()));
    }
    if (!label.isEmpty() && rest.isEmpty()) {
      throw refuse(name + " needs " + label);
    }
    if (given.put(name, label.isEmpty() ? "" : rest.remove()) != null) {
      throw refuse(name + " is given twice, allowed is once");
    }
  }

  /// Those that are no options.
  List<String> words() {
    return given.keySet().stream().filter(name -> !name.startsWith("-")).sorted().toList();
  }

  boolean has(String name) {
    return given.containsKey(name);
  }

  /// What a parser makes of the value. Its exception says what is allowed.
  <T> T value(String name, String otherwise, Function<String, T> parser) {
    var text = given.getOrDefault(name, otherwise);
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException | FabricException | VerbsException e) {
      throw refuse(name + "=" + text + ": " + e.getMessage());
    }
  }

  int number(String name, int otherwise, int least, int most) {
    return value(name, "" + otherwise, text -> number(text, least, most));
  }

  static int number(String text, int least, int most) {
    int number = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
    if (number < least || number > most) {
      throw new IllegalArgumentException("allowed are " + least + " to " + most);
    }
    return number;
  }

  /// The value of `--provider`, one that is there, `loopback` unless it is given.
  String provider() {
    var name = value("--provider", "loopback", Arguments::provider);
    return reaching(name, "--provider shm, or ofi:tcp");
  }

  static String provider(String name) {
    var hints = FabricInfo.builder().provider(name).mode(-1L).memoryRegistrationMode(-1L).build();
    Fabrics.getInfo(hints); // throws if there is none
    return name;
  }

  /// The value of `--device`, one that is there, `loopback0` unless it is given.
  String device() {
    var name = value("--device", "loopback0", text -> Devices.named(text).name());
    return reaching(name, "--device shm0");
  }

  /// One side alone waits without end for the other one if it is in no other process.
  String reaching(String name, String others) {
    if (name.startsWith("loopback") && !words().isEmpty()) {
      throw refuse(words().getFirst() + ": " + name + " reaches no other process; use " + others);
    }
    return name;
  }

  /// Ends the process.
  RuntimeException refuse(String what) {
    System.err.println(what + ".\nUsage: java -cp JAR " + usage);
    System.exit(MISUSE);
    return new IllegalStateException();
  }
}
