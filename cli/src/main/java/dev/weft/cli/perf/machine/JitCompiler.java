package dev.weft.cli.perf.machine;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The compiler of this JVM, which competes with a measurement for processors. The time that it has
 * worked grows only at the end of a compilation, and that of a large method may take a second
 * beside two busy threads: so its queue is looked at, too, as {@code jcmd PID Compiler.queue} shows
 * it.
 */
public final class JitCompiler {
  private static final CompilationMXBean TIMES = ManagementFactory.getCompilationMXBean();
  private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
  private static final String QUEUE = "compilerQueue";
  private static final Duration LOOK = Duration.ofMillis(5);

  private JitCompiler() {}

  /** How long it has worked so far, in milliseconds; always 0 without a compiler. */
  public static long workedMillis() {
    return TIMES == null ? 0 : TIMES.getTotalCompilationTime();
  }

  /** Waits until nothing is being compiled, or the time is over. */
  public static void awaitRest(Duration limit) {
    long start = System.nanoTime();
    while (isWorking() && System.nanoTime() - start < limit.toNanos()) {
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  private static boolean isWorking() {
    try {
      Object queue =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(new ObjectName(COMMANDS), QUEUE, null, null);
      return hasWork(queue.toString());
    } catch (JMException notThisJvm) {
      return false;
    }
  }

  /** Whether the text of the command names a method. */
  static boolean hasWork(String queue) {
    return queue.lines().anyMatch(line -> line.stripTrailing().endsWith(" bytes)"));
  }
}
