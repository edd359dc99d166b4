package dev.weft.cli.report;

import dev.weft.cli.process.Shutdown;
import java.io.PrintStream;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on a terminal; no output to a file or a pipe. */
public final class Progress implements AutoCloseable {
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream terminal;
  private final ProgressBar bar;

  private Progress(PrintStream terminal, ProgressBar bar) {
    this.terminal = terminal;
    this.bar = bar;
  }

  /**
   * Starts a bar if standard output is a terminal.
   *
   * @param steps number of {@link #step} calls
   */
  public static Progress start(String task, long steps) {
    return Terminal.canRedraw()
        ? new Progress(System.err, newBar(task, steps))
        : new Progress(null, null);
  }

  private static ProgressBar newBar(String task, long steps) {
    int width = Terminal.width();
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(steps)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(200)
        .setMaxRenderedLength(width)
        .hideEta()
        .setConsumer(
            new DelegatingProgressBarConsumer(line -> System.err.print("\r" + line), width))
        .build();
  }

  /** Sets the description of the current step. */
  public void describe(String text) {
    if (bar != null) {
      bar.setExtraMessage(text);
    }
  }

  /** Completes one step. */
  public void step() {
    if (bar != null) {
      bar.step();
    }
  }

  /** Prints a line of output, above the bar. */
  public void println(String line) {
    Shutdown.awaitIfUnderWay();
    clear();
    System.out.println(line);
  }

  private void clear() {
    if (terminal != null) {
      terminal.print(CLEAR_LINE);
      terminal.flush();
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      clear();
    }
  }
}
