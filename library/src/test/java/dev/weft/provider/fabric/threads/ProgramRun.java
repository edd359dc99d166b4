package dev.weft.provider.fabric.threads;

import dev.weft.SeededRandom;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** One run of a program. */
final class ProgramRun implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final ThreadProgram program;
  private final Arena arena = Arena.ofShared();
  private final Stations stations;
  private final Ledger ledger = new Ledger();
  private final CountDownLatch start = new CountDownLatch(1);
  private final List<Worker> workers = new ArrayList<>();

  ProgramRun(ThreadProgram program) {
    this.program = program;
    stations = new Stations(program.setup());
    for (int i = 0; i < program.setup().threads(); i++) {
      long seed = program.seed() * 31 + i;
      workers.add(new Worker(i, seed, stations, ledger, arena));
    }
  }

  void run() {
    List<Thread> threads =
        workers.stream().map(worker -> Thread.ofPlatform().start(() -> work(worker))).toList();
    start.countDown();
    threads.forEach(this::join);
    throwFailure();
    new Ending(stations, ledger, SeededRandom.of(program.seed()), arena).run();
    new FinalChecks(stations, ledger).check();
    workers.forEach(worker -> worker.accesses.assertStripes());
  }

  private void work(Worker worker) {
    try {
      start.await();
      worker.run(program.steps());
    } catch (AssertionError | RuntimeException e) {
      ledger.fail(e);
    } catch (InterruptedException e) {
      ledger.fail(new AssertionError(e));
    }
  }

  private void join(Thread thread) {
    try {
      boolean ended = thread.join(PATIENCE);
      if (!ended) {
        ledger.fail(new AssertionError("hangs at " + Arrays.toString(thread.getStackTrace())));
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void throwFailure() {
    switch (ledger.failure()) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError(ledger.failure());
    }
  }

  @Override
  public void close() {
    stations.close();
    arena.close();
  }
}
