package dev.weft.cli.perf;

import dev.weft.cli.perf.machine.CacheLineBounce;
import dev.weft.cli.perf.machine.JitCompiler;
import dev.weft.cli.perf.plan.EndpointAddress;
import dev.weft.cli.perf.plan.FabricOffers;
import dev.weft.cli.perf.plan.PerfPlan;
import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.port.TestFabric;
import dev.weft.cli.perf.traffic.FilePayload;
import dev.weft.cli.perf.traffic.PatternPayload;
import dev.weft.cli.perf.traffic.Payload;
import dev.weft.fabric.info.FabricInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs the rows of a plan one after the other; each is warmed up first. */
public final class PerfRun {
  private static final Duration MAX_WARM_UP = Duration.ofMillis(300);
  private static final int MAX_WARM_UPS = 24;
  private static final Duration MAX_COMPILATION = Duration.ofSeconds(2);

  private final PerfPlan plan;
  private final Listener listener;

  /** Receives the progress of a run. */
  public interface Listener {

    /** A row starts. */
    void started(PerfPlan plan, PerfTest test, int size);

    /** A row is done. */
    void finished(PerfPlan plan, PerfResult result);
  }

  /** Where a row is measured: in this process or with another one. */
  private interface Place {
    PerfResult measure(TestCase row, double bounceNanos);

    /** Lets every compiler concerned finish; the milliseconds that they have worked so far. */
    long awaitCompilers(Duration limit);
  }

  /** A run of this plan. */
  public PerfRun(PerfPlan plan, Listener listener) {
    this.plan = plan;
    this.listener = listener;
  }

  /** Measures all rows with both ends in this process. */
  public List<PerfResult> run() {
    FabricInfo offer = FabricOffers.onThisHost(plan.hints());
    try (TestFabric testFabric = TestFabric.open(plan.fabric(), offer)) {
      return rows(testFabric, inThisProcess(testFabric));
    }
  }

  /**
   * Measures all rows with the other end in the process at this address.
   *
   * @throws NoServer if there is none
   */
  public List<PerfResult> run(EndpointAddress server) {
    try (PerfClient client = PerfClient.call(plan, server)) {
      List<PerfResult> results = rows(client.testFabric(), withServerOf(client));
      client.sayGoodbye();
      return results;
    }
  }

  private List<PerfResult> rows(TestFabric testFabric, Place place) {
    List<PerfResult> results = new ArrayList<>();
    for (PerfTest test : plan.tests()) {
      for (int size : plan.sizes(test)) {
        listener.started(plan, test, size);
        PerfResult result = measure(testFabric, place, test, size);
        results.add(result);
        listener.finished(plan, result);
      }
    }
    return results;
  }

  private PerfResult measure(TestFabric testFabric, Place place, PerfTest test, int size) {
    double bounce = CacheLineBounce.measure(plan.pinned());
    PerfTest warming = test == PerfTest.FILE ? PerfTest.BANDWIDTH : test;
    PerfResult warm =
        warmUp(place, TestCase.of(plan, testFabric.operations(), warming, size), bounce);
    return warm.isSound()
        ? place.measure(TestCase.of(plan, testFabric.operations(), test, size), bounce)
        : warm;
  }

  /**
   * Runs until a run gives the compiler little to do. What it has to do is done between two runs,
   * because it competes with the two ends for processors.
   */
  private PerfResult warmUp(Place place, TestCase row, double bounce) {
    TestCase brief = row.lasting(warmUp());
    PerfResult warm = place.measure(brief, bounce);
    long worked = place.awaitCompilers(MAX_COMPILATION);
    boolean compiling = true;
    for (int i = 1; i < MAX_WARM_UPS && compiling && warm.isSound(); i++) {
      warm = place.measure(brief, bounce);
      long before = worked;
      worked = place.awaitCompilers(MAX_COMPILATION);
      compiling = worked - before > warmUp().toMillis() / 3;
    }
    return warm;
  }

  private Duration warmUp() {
    return plan.duration().compareTo(MAX_WARM_UP) < 0 ? plan.duration() : MAX_WARM_UP;
  }

  private Place inThisProcess(TestFabric testFabric) {
    return new Place() {
      @Override
      public PerfResult measure(TestCase row, double bounce) {
        try (LocalRun localRun = new LocalRun(testFabric, row, payload(row), arriving(row))) {
          return localRun.run(bounce);
        }
      }

      @Override
      public long awaitCompilers(Duration limit) {
        JitCompiler.awaitRest(limit);
        return JitCompiler.workedMillis();
      }
    };
  }

  private Place withServerOf(PerfClient client) {
    return new Place() {
      @Override
      public PerfResult measure(TestCase row, double bounce) {
        return client.measure(row, payload(row), bounce);
      }

      @Override
      public long awaitCompilers(Duration limit) {
        return client.awaitCompilers(limit);
      }
    };
  }

  private Payload payload(TestCase row) {
    return row.test() == PerfTest.FILE
        ? FilePayload.of(plan.payload(), row.size())
        : new PatternPayload(row.size(), row.slots());
  }

  /** The payload expected by the end that does not have the file. */
  static Payload arriving(TestCase row) {
    return row.test() == PerfTest.FILE
        ? FilePayload.arriving(row.fileBytes(), row.size())
        : new PatternPayload(row.size(), row.slots());
  }
}
