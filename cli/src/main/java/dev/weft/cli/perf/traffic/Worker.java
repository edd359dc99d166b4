package dev.weft.cli.perf.traffic;

import dev.weft.cli.perf.machine.AllocationMeter;
import dev.weft.cli.perf.machine.TwoProcessors;
import dev.weft.cli.perf.plan.PerfFailure;
import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.port.Port;
import dev.weft.cli.perf.port.TestFabric;

/** One end of a row, run by one thread, and its results. */
public final class Worker implements AutoCloseable {
  private final TestCase row;
  private final Port port;
  private final Payload payload;
  private final Measurements measurements = new Measurements();
  private long allocated;
  private boolean wholeProcess;
  private RuntimeException failure;

  public Worker(TestFabric testFabric, TestCase row, Payload payload) {
    this.row = row;
    this.payload = payload;
    this.port = testFabric.open(row);
  }

  /** The address of this end. */
  public byte[] name() {
    return port.name();
  }

  /** Connects to the other end. */
  public void connect(byte[] name) {
    port.connect(name);
  }

  /** A thread for the leading end, which determines the rounds. */
  public Thread leading(Runnable whenFailed) {
    return row.waitMode()
        .newThread("weft client", () -> guard(this::startLeading, this::lead, whenFailed));
  }

  /** A thread for the following end. */
  public Thread following(Runnable whenFailed) {
    return row.waitMode()
        .newThread("weft server", () -> guard(this::startFollowing, this::follow, whenFailed));
  }

  /** Pins after the handshake: threads that the handshake starts are not pinned. */
  private void startLeading() {
    handshake();
    if (row.pinned()) {
      TwoProcessors.pinToFirst();
    }
  }

  private void startFollowing() {
    answerHandshake();
    if (row.pinned()) {
      TwoProcessors.pinToSecond();
    }
  }

  private void lead() {
    if (row.test().isPingPong()) {
      pingPong().ask(Rounds.of(row));
    } else if (row.test().isOneSided()) {
      Initiator.of(row, port, payload, measurements).run(Rounds.of(row));
    } else {
      new Stream.Sender(port, payload, row.size(), row.slots()).run(Rounds.of(row));
    }
  }

  private void follow() {
    if (row.test().isPingPong()) {
      pingPong().answer();
    } else if (row.test().isOneSided()) {
      new RmaTarget(row, port, payload, measurements).run();
    } else {
      boolean checksLater = row.checksLater();
      new Stream.Receiver(port, payload, row.size(), row.slots() + 1, checksLater, measurements)
          .run();
    }
  }

  /** Runs both ends on the calling thread. */
  public void leadWith(Worker other) {
    port.driveWith(other.port);
    guard(
        () -> handshake(other),
        () -> PingPong.onOneThread(pingPong(), other.pingPong(), Rounds.of(row)),
        () -> other.failure = failure);
  }

  private PingPong pingPong() {
    return new PingPong(port, payload, row.size(), measurements);
  }

  /** The first contact makes the rings, whose cost must not count for an operation. */
  private void handshake() {
    port.signal(0);
    port.awaitSignal();
    port.link();
  }

  private void answerHandshake() {
    port.awaitSignal();
    port.signal(0);
  }

  private void handshake(Worker other) {
    port.signal(0);
    other.answerHandshake();
    port.awaitSignal();
    port.link();
  }

  private void guard(Runnable greeting, Runnable task, Runnable whenFailed) {
    try {
      greeting.run();
      AllocationMeter meter = AllocationMeter.start();
      task.run();
      allocated = meter.bytes();
      wholeProcess = meter.wholeProcess();
    } catch (RuntimeException e) {
      failure = e;
      whenFailed.run();
    }
  }

  /** The results, after the thread has ended. */
  public WorkerReport report() {
    if (failure != null && !(failure instanceof PerfFailure)) {
      throw failure;
    }
    return new WorkerReport(
        measurements.traffic(),
        new PerfResult.Completions(port.posted(), port.seen(), port.duplicated()),
        allocated,
        wholeProcess,
        payload instanceof FilePayload file ? file.digest() : null,
        failure == null ? "" : failure.getMessage());
  }

  @Override
  public void close() {
    port.close();
  }
}
