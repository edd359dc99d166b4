package dev.weft.cli;

import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ParseResult;

/** The name under which a server is found, and what is said to a server. */
final class ServerName {
  private static final String SCHEME_END = "://";
  private static final Pattern FILE = Pattern.compile("(?!.*://).*(/|\\.[a-z]+$).*");

  /** Options that travel to the server. */
  private static final List<String> CLIENTS =
      List.of(
          "--wait",
          "--threading",
          "--test",
          "--size",
          "--duration",
          "--payload",
          "--json",
          "--plot");

  private ServerName() {}

  /** An option that was given and means nothing to a server; null where there is none. */
  static String optionOfClients(ParseResult given) {
    return CLIENTS.stream().filter(given::hasMatchedOption).findFirst().orElse(null);
  }

  /** The address of a name, in the fabric that the provider opens by default. */
  static String address(String nameOrAddress) {
    return nameOrAddress.contains(SCHEME_END) ? nameOrAddress : "shm://shm/" + nameOrAddress;
  }

  /** Whether a name looks like a file, and follows this option as if it were its value. */
  static boolean isFileOf(String option, String name, List<String> line) {
    int at = line.indexOf(name);
    return at > 0 && line.get(at - 1).equals(option) && FILE.matcher(name).matches();
  }
}
