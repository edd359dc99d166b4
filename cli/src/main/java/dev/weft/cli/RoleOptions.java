package dev.weft.cli;

import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Which ends of a measurement this process has: both, one with a second process, or a server's. */
final class RoleOptions {
  @Option(
      names = "--serve",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "NAME",
      description = "Serve clients, at this name or address if it is given.")
  private String serve;

  @Option(names = "--once", description = "With --serve: end after the first client.")
  private boolean once;

  @Option(
      names = "--one-process",
      description = "Both ends in this process, on two threads, on every fabric.")
  private boolean oneProcess;

  /** The second process of a measurement: clients are on this host. */
  @Option(names = "--ends-with-input", hidden = true)
  private boolean endsWithInput;

  boolean isServer() {
    return serve != null;
  }

  /** Where a server is reached; empty for an address that is chosen. */
  String serverName() {
    return serve;
  }

  boolean servesOnce() {
    return once;
  }

  boolean isOneProcess() {
    return oneProcess;
  }

  boolean endsWithInput() {
    return endsWithInput;
  }

  /** Why the options that choose a role contradict each other; null if they do not. */
  String contradiction(String peer, ParseResult given) {
    if (isServer() && peer != null) {
      return "A process either serves or is a client: --serve NAME, or NAME alone";
    }
    List<String> line = given.originalArgs();
    if (peer != null && ServerName.isFileOf("--json", peer, line)) {
      return "--json takes no file; write --json > " + peer;
    }
    String foreign = ServerName.optionOfClients(given);
    if (isServer() && foreign != null) {
      return foreign + " is the client's, not to be had with --serve";
    }
    if (once && !isServer()) {
      return "--once needs --serve";
    }
    return oneProcess && (isServer() || peer != null) ? "--one-process has no server" : null;
  }
}
