package dev.weft.conformance.process;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line of a further process: this JVM, this code and the settings of Weft. */
public final class JavaCommand {
  private static final String NATIVE_ACCESS = "--enable-native-access";
  private static final List<String> INHERITED =
      List.of(NATIVE_ACCESS, "-XX:ErrorFile=", "-XX:-CreateCoredumpOnCrash");

  private JavaCommand() {}

  /**
   * The words of the command line.
   *
   * @param main main class, in this module
   * @param options further options of the virtual machine
   */
  public static List<String> of(Class<?> main, List<String> options, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("dev.weft."))
        .map(name -> "-D" + name + "=" + System.getProperty(name))
        .forEach(command::add);
    inherited(main.getModule()).forEach(command::add);
    command.addAll(options);
    Module module = main.getModule();
    if (module.isNamed()) {
      command.addAll(List.of("--module-path", absolute("jdk.module.path")));
      command.addAll(List.of("--module", module.getName() + "/" + main.getName()));
    } else {
      command.addAll(List.of("--class-path", absolute("java.class.path")));
      command.add(main.getName());
    }
    command.addAll(List.of(arguments));
    return command;
  }

  /** A path of this process, for a process in another folder. */
  private static String absolute(String property) {
    return Stream.of(System.getProperty(property).split(File.pathSeparator, -1))
        .map(element -> element.isEmpty() ? element : Path.of(element).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Stream<String> inherited(Module root) {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> INHERITED.stream().anyMatch(argument::startsWith))
        .map(argument -> withoutUsersOf(root, argument))
        .filter(argument -> !argument.equals(NATIVE_ACCESS + "="));
  }

  /** A module that uses the root is not resolved by the new process, which would warn of it. */
  private static String withoutUsersOf(Module root, String argument) {
    if (!argument.startsWith(NATIVE_ACCESS + "=") || !root.isNamed()) {
      return argument;
    }
    return Stream.of(argument.substring(NATIVE_ACCESS.length() + 1).split(",", -1))
        .filter(name -> name.equals(root.getName()) || !uses(name, root))
        .collect(Collectors.joining(",", NATIVE_ACCESS + "=", ""));
  }

  private static boolean uses(String name, Module root) {
    return ModuleLayer.boot().findModule(name).filter(each -> each.canRead(root)).isPresent();
  }
}
