package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.peer.FabricTool;
import dev.weft.benchmarks.peer.InstalledTool;
import dev.weft.benchmarks.peer.PingPongProgram;
import dev.weft.benchmarks.peer.UcxTool;
import dev.weft.cli.perf.machine.CacheLineBounce;
import dev.weft.cli.perf.machine.StepCost;
import dev.weft.fabric.info.Threading;
import java.util.Locale;

/**
 * Measures one contender once and prints {@code figure NUMBER BOUNCE STEP BOUNCE STEP}: the
 * conditions before and after.
 */
public final class Measurement {
  /** The prefix of the result line. */
  public static final String FIGURE = "figure ";

  private Measurement() {}

  /** Arguments: seconds, whether two processors take part, kind, and what that kind needs. */
  public static void main(String[] arguments) throws Exception {
    long nanos = (long) (Double.parseDouble(arguments[0]) * 1e9);
    boolean twoProcessors = Boolean.parseBoolean(arguments[1]);
    String before = conditions(twoProcessors);
    double figure = measure(arguments, nanos);
    String after = conditions(twoProcessors);
    System.out.printf(Locale.ROOT, FIGURE + "%.4f %s %s%n", figure, before, after);
    System.exit(0); // even if a contender has left threads
  }

  private static String conditions(boolean twoProcessors) {
    double bounce = twoProcessors ? CacheLineBounce.measure(true) : 0;
    return String.format(Locale.ROOT, "%.1f %.3f", bounce, StepCost.measure(true));
  }

  private static double measure(String[] arguments, long nanos) throws Exception {
    String name = arguments[3];
    return switch (arguments[2]) {
      case "ring" -> RingCost.measure(name, arguments[4], arguments[5], nanos);
      case "completion" -> WorkCompletionCost.measure(name, arguments[4], nanos);
      case "rate" ->
          HandoverRate.measure(
              name, arguments[4].equals("many"), Integer.parseInt(arguments[5]), nanos);
      case "half" -> HalfRoundTrip.measure(name, Integer.parseInt(arguments[4]), nanos);
      case "wakeup" -> WakeUp.measure(name, Integer.parseInt(arguments[4]), nanos);
      case "between" ->
          BetweenProcesses.measure(name, arguments[4], Integer.parseInt(arguments[5]), nanos);
      case "ucx" -> InstalledTool.measure(new UcxTool(name));
      case "libfabric" -> InstalledTool.measure(new FabricTool(arguments[4], name));
      case "libfabric-threads" ->
          new PingPongProgram(new FabricTool(arguments[4], name), 2).measure();
      case "remote" -> RemoteRate.overLoopback(name, nanos);
      case "poll" -> PollCost.measure(name, Integer.parseInt(arguments[4]), nanos);
      case "copy" -> CopyRate.measure(Integer.parseInt(name), nanos);
      case "message" -> MessageCost.measure(Threading.valueOf(name), nanos);
      case "queue-pair" -> QueuePairCost.measure(name, nanos);
      case "growth" -> GrowthCost.measure(name, Integer.parseInt(arguments[4]), nanos);
      case "allocation" -> Allocation.measure(name, Threading.valueOf(arguments[4]));
      default -> throw new IllegalArgumentException("kind=" + arguments[2]);
    };
  }
}
