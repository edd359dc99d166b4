package dev.weft.cli;

import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ParseResult;

/** The name of a server, and the options that apply to it. */
final class ServerName {
  private static final Pattern FILE = Pattern.compile("(?!.*://).*(/|\\.[a-z]+$).*");

  /** Options that the client sends to the server. */
  private static final List<String> CLIENTS =
      List.of(
          "--wait",
          "--threading",
          "--memory",
          "--test",
          "--size",
          "--duration",
          "--payload",
          "--json",
          "--plot");

  private ServerName() {}

  /** A given option that a server does not accept; null if there is none. */
  static String optionOfClients(ParseResult given) {
    return CLIENTS.stream().filter(given::hasMatchedOption).findFirst().orElse(null);
  }

  /** Whether a name looks like a file that was meant as the value of this option. */
  static boolean isFileOf(String option, String name, List<String> line) {
    int at = line.indexOf(name);
    return at > 0 && line.get(at - 1).equals(option) && FILE.matcher(name).matches();
  }
}
