package dev.weft.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** A command line that was executed in this process. */
public record CommandRun(int status, String output, String errors) {
  /** Executes a line whose words have no spaces. */
  public static CommandRun of(String line) {
    return of(line.strip().split(" +", -1));
  }

  /** Executes words. */
  public static CommandRun of(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Main.commandLine(words);
    int status = command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(words);
    return new CommandRun(status, out.toString(), err.toString());
  }
}
