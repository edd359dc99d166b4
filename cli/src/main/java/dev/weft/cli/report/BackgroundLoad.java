package dev.weft.cli.report;

import com.sun.management.OperatingSystemMXBean;
import dev.weft.cli.process.WeftProcess;
import java.lang.management.ManagementFactory;

/** Measures how busy other processes keep this machine's cores. */
public final class BackgroundLoad {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final double WORTH_SAYING = 0.05;

  private final long start = System.nanoTime();
  private final long startCpu = ownCpu();

  private BackgroundLoad() {
    SYSTEM.getCpuLoad(); // Starts the interval of the next call.
  }

  /** Starts to measure. */
  public static BackgroundLoad start() {
    return new BackgroundLoad();
  }

  /** A sentence if the load was high enough to distort results, else empty; call once. */
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

  /** Processor time of this process and of its closed child processes. */
  private static long ownCpu() {
    return SYSTEM.getProcessCpuTime() + WeftProcess.cpuNanos();
  }
}
