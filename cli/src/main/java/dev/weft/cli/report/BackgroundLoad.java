package dev.weft.cli.report;

import com.sun.management.OperatingSystemMXBean;
import dev.weft.cli.process.WeftProcess;
import java.lang.management.ManagementFactory;

/** How busy other processes keep this machine's cores while something is measured. */
public final class BackgroundLoad {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final double WORTH_SAYING = 0.05;

  private final long start = System.nanoTime();
  private final long startCpu = ownCpu();

  private BackgroundLoad() {
    SYSTEM.getCpuLoad(); // The next call gives the mean since this one.
  }

  /** Starts to look. */
  public static BackgroundLoad start() {
    return new BackgroundLoad();
  }

  /** A sentence where others took so much that figures suffer, else empty; to be called once. */
  public String describe() {
    double share = share();
    return share < WORTH_SAYING
        ? ""
        : "Other processes used %.0f %% of the cores meanwhile; the figures suffer."
            .formatted(100 * share);
  }

  private double share() {
    double all = SYSTEM.getCpuLoad();
    double elapsed = (double) (System.nanoTime() - start) * SYSTEM.getAvailableProcessors();
    return all - (ownCpu() - startCpu) / elapsed;
  }

  /** Of this process and of those that it has started and closed. */
  private static long ownCpu() {
    return SYSTEM.getProcessCpuTime() + WeftProcess.cpuNanos();
  }
}
