package dev.weft.cli.perf;

/** One end of a row: what it does, and what came of it. One thread runs it. */
final class End implements AutoCloseable {
  private final Row row;
  private final Side side;
  private final Payload payload;
  private final Tally tally = new Tally();
  private long allocated;
  private boolean wholeProcess;
  private RuntimeException failure;

  End(Medium medium, Row row, Payload payload) {
    this.row = row;
    this.payload = payload;
    this.side = medium.open(row);
  }

  /** How the other end finds this one. */
  byte[] name() {
    return side.name();
  }

  /** Messages go there from now on. */
  void connect(byte[] name) {
    side.connect(name);
  }

  /** A thread that leads: it says when and how often. */
  Thread leading(Runnable whenFailed) {
    return row.waitMode()
        .newThread("weft client", () -> guard(this::greet, this::lead, whenFailed));
  }

  /** A thread that follows who leads. */
  Thread following(Runnable whenFailed) {
    return row.waitMode()
        .newThread("weft server", () -> guard(this::greetBack, this::follow, whenFailed));
  }

  private void lead() {
    if (row.test().isPingPong()) {
      pingPong().ask(row.rounds());
    } else if (row.test().isOneSided()) {
      Initiator.of(row, side, payload, tally).run(row.rounds());
    } else {
      new Stream.Sender(side, payload, row.size(), row.slots()).run(row.rounds());
    }
  }

  private void follow() {
    if (row.test().isPingPong()) {
      pingPong().answer();
    } else if (row.test().isOneSided()) {
      new Target(row, side, payload, tally).run();
    } else {
      boolean checksLater = row.checksLater();
      new Stream.Receiver(side, payload, row.size(), row.slots() + 1, checksLater, tally).run();
    }
  }

  /** Both ends on the calling thread. */
  void leadWith(End other) {
    guard(
        () -> greet(other),
        () -> PingPong.onOneThread(pingPong(), other.pingPong(), row.rounds()),
        () -> other.failure = failure);
  }

  private PingPong pingPong() {
    return new PingPong(side, payload, row.size(), tally);
  }

  /** The first contact makes the rings between the two, which are no operation's cost. */
  private void greet() {
    side.tell(0);
    side.listen();
  }

  private void greetBack() {
    side.listen();
    side.tell(0);
  }

  private void greet(End other) {
    side.tell(0);
    other.greetBack();
    side.listen();
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
  EndReport report() {
    if (failure != null && !(failure instanceof PerfFailure)) {
      throw failure;
    }
    return new EndReport(
        tally.traffic(),
        new PerfResult.Completions(side.posted(), side.seen(), side.duplicated()),
        allocated,
        wholeProcess,
        payload instanceof FilePayload file ? file.digest() : null,
        failure == null ? "" : failure.getMessage());
  }

  @Override
  public void close() {
    side.close();
  }
}
