package dev.weft.cli.perf;

/** One end of a row: what it does, and what came of it. One thread runs it. */
final class Worker implements AutoCloseable {
  private final TestCase row;
  private final Port port;
  private final Payload payload;
  private final Measurements measurements = new Measurements();
  private long allocated;
  private boolean wholeProcess;
  private RuntimeException failure;

  Worker(TestFabric testFabric, TestCase row, Payload payload) {
    this.row = row;
    this.payload = payload;
    this.port = testFabric.open(row);
  }

  /** How the other end finds this one. */
  byte[] name() {
    return port.name();
  }

  /** Messages go there from now on. */
  void connect(byte[] name) {
    port.connect(name);
  }

  /** A thread that leads: it says when and how often. */
  Thread leading(Runnable whenFailed) {
    return row.waitMode()
        .newThread("weft client", () -> guard(this::handshake, this::lead, whenFailed));
  }

  /** A thread that follows who leads. */
  Thread following(Runnable whenFailed) {
    return row.waitMode()
        .newThread("weft server", () -> guard(this::answerHandshake, this::follow, whenFailed));
  }

  private void lead() {
    if (row.test().isPingPong()) {
      pingPong().ask(row.rounds());
    } else if (row.test().isOneSided()) {
      Initiator.of(row, port, payload, measurements).run(row.rounds());
    } else {
      new Stream.Sender(port, payload, row.size(), row.slots()).run(row.rounds());
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

  /** Both ends on the calling thread. */
  void leadWith(Worker other) {
    guard(
        () -> handshake(other),
        () -> PingPong.onOneThread(pingPong(), other.pingPong(), row.rounds()),
        () -> other.failure = failure);
  }

  private PingPong pingPong() {
    return new PingPong(port, payload, row.size(), measurements);
  }

  /** The first contact makes the rings between the two, which are no operation's cost. */
  private void handshake() {
    port.signal(0);
    port.awaitSignal();
  }

  private void answerHandshake() {
    port.awaitSignal();
    port.signal(0);
  }

  private void handshake(Worker other) {
    port.signal(0);
    other.answerHandshake();
    port.awaitSignal();
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

  /** What came of it, once the thread has ended. */
  WorkerReport report() {
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
