package dev.weft.cli.report;

import dev.weft.cli.perf.machine.StepCost;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;

/** Notices that other threads, perhaps of another virtual machine, shared the cores for a while. */
public final class SharedCores {
  private static final double WORTH_SAYING = 1.3;

  private final boolean pinned;
  private final DoubleSummaryStatistics steps = new DoubleSummaryStatistics();

  /** Has not looked yet; {@code pinned} as in {@link StepCost#measure}. */
  public SharedCores(boolean pinned) {
    this.pinned = pinned;
  }

  /** Looks once; takes some milliseconds. */
  public void look() {
    steps.accept(StepCost.measure(pinned));
  }

  /** A sentence if the cores were shared in some looks and not in others, else empty. */
  public String describe() {
    return describe(steps.getMin(), steps.getMax());
  }

  static String describe(double least, double most) {
    return most < WORTH_SAYING * least
        ? ""
        : String.format(
            Locale.ROOT,
            "A step of arithmetic took %.2f to %.2f ns: another thread shared a core"
                + " in some rows, which are worse by up to %.1f.",
            least,
            most,
            most / least);
  }
}
