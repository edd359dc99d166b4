package dev.weft.cli;

import dev.weft.cli.perf.PerfRun;
import dev.weft.cli.perf.PerfServer;
import dev.weft.cli.perf.plan.EndpointAddress;
import dev.weft.cli.perf.plan.PerfFailure;
import dev.weft.cli.perf.plan.PerfPlan;
import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import dev.weft.cli.process.ShmFolder;
import dev.weft.cli.process.Shutdown;
import dev.weft.cli.process.WeftProcess;
import java.util.ArrayList;
import java.util.List;

/** Runs a measurement as a server, as a client, or with a server process of its own. */
final class PerfSession {
  private static final String SERVING = "Serving at ";

  private PerfSession() {}

  /** Serves until stopped; returns false if a row failed. */
  static boolean serve(
      String fabric, EndpointAddress address, boolean once, boolean endsWithInput) {
    try (PerfServer server = open(fabric, address, endsWithInput)) {
      print(SERVING + server.address());
      if (endsWithInput) {
        Shutdown.followInput();
      } else {
        print("Type: weft perf " + options(fabric) + ShellWord.of(server.address().toString()));
      }
      return server.serve(once);
    } catch (PerfFailure e) {
      if (endsWithInput && Thread.currentThread().isInterrupted()) {
        return true;
      }
      throw e;
    }
  }

  /** What a client of the server needs to have in common with it. */
  private static String options(String fabric) {
    String folder = ShmFolder.base().toString();
    boolean elsewhere = fabric.startsWith("shm") && !folder.equals(ShmFolder.USUAL);
    return "--fabric %s %s"
        .formatted(fabric, elsewhere ? "--shm-folder " + ShellWord.of(folder) + " " : "");
  }

  private static PerfServer open(String fabric, EndpointAddress address, boolean onThisHost) {
    if (address != null) {
      return PerfServer.at(address, fabric, PerfSession::print);
    }
    return onThisHost
        ? PerfServer.onThisHost(fabric, PerfSession::print)
        : PerfServer.anywhere(fabric, PerfSession::print);
  }

  private static void print(String line) {
    System.out.println(line);
  }

  /** Measures against a server. */
  static List<PerfResult> measure(
      PerfPlan plan, EndpointAddress server, PerfRun.Listener listener) {
    return new PerfRun(plan, listener).run(server);
  }

  /** Measures with a second process, except where both ends are on one thread. */
  static List<PerfResult> measure(PerfPlan plan, PerfRun.Listener listener) {
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
    List<String> command =
        List.of("perf", "--serve", "--fabric", plan.fabric(), "--once", "--ends-with-input");
    try (WeftProcess second = WeftProcess.start(Main.class, List.of(), command)) {
      String first = second.readLine();
      if (first == null) {
        throw new PerfFailure("The second process did not start; see the error above");
      }
      if (!first.startsWith(SERVING)) {
        throw new PerfFailure("The second process did not start; its output: " + first);
      }
      String address = first.substring(SERVING.length());
      return measure(plan, EndpointAddress.of(plan.fabric(), address), listener);
    }
  }
}
