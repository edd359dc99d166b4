package dev.weft.cli;

import dev.weft.cli.perf.PerfFailure;
import dev.weft.cli.perf.PerfPlan;
import dev.weft.cli.perf.PerfResult;
import dev.weft.cli.perf.PerfRun;
import dev.weft.cli.perf.PerfServer;
import dev.weft.cli.perf.PerfTest;
import dev.weft.cli.process.Shutdown;
import dev.weft.cli.process.WeftProcess;
import java.util.ArrayList;
import java.util.List;

/** Runs a measurement as a server, as a client, or with a server process of its own. */
final class PerfSession {
  private static final String SERVING = "Serving at ";

  private PerfSession() {}

  /** Serves until stopped; returns false if a row failed. */
  static boolean serve(String address, boolean once, boolean endsWithInput) {
    try (PerfServer server = new PerfServer("shm", address, line -> System.out.println(line))) {
      System.out.println(SERVING + server.address());
      if (endsWithInput) {
        Shutdown.followInput();
      }
      return server.serve(once);
    } catch (PerfFailure e) {
      if (endsWithInput && Thread.currentThread().isInterrupted()) {
        return true;
      }
      throw e;
    }
  }

  /**
   * Measures against a server, or, if {@code server} is null, with the processes the plan needs.
   */
  static List<PerfResult> measure(PerfPlan plan, String server, PerfRun.Listener listener) {
    if (server != null) {
      return new PerfRun(plan, listener).run(server);
    }
    if (plan.isWithinProcess()) {
      return new PerfRun(plan, listener).run();
    }
    List<PerfResult> results = new ArrayList<>();
    List<PerfTest> apart = new ArrayList<>(plan.tests());
    if (apart.remove(PerfTest.ONE_THREAD)) {
      results.addAll(new PerfRun(plan.with(List.of(PerfTest.ONE_THREAD)), listener).run());
    }
    if (!apart.isEmpty()) {
      results.addAll(withSecondProcess(plan.with(apart), listener));
    }
    return results;
  }

  private static List<PerfResult> withSecondProcess(PerfPlan plan, PerfRun.Listener listener) {
    String name = "shm://shm/perf-" + ProcessHandle.current().pid();
    List<String> command = List.of("perf", "--serve", name, "--once", "--ends-with-input");
    try (WeftProcess second = WeftProcess.start(Main.class, List.of(), command)) {
      String first = second.readLine();
      if (first == null) {
        throw new PerfFailure("The second process did not start; see the error above");
      }
      if (!first.startsWith(SERVING)) {
        throw new PerfFailure("The second process did not start; its output: " + first);
      }
      return new PerfRun(plan, listener).run(first.substring(SERVING.length()));
    }
  }
}
