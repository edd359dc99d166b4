package dev.weft.cli.perf;

import dev.weft.cli.perf.ControlChannel.MessageKind;
import dev.weft.cli.perf.ControlChannel.Received;
import dev.weft.cli.perf.machine.JitCompiler;
import dev.weft.cli.perf.plan.EndpointAddress;
import dev.weft.cli.perf.plan.FabricOffers;
import dev.weft.cli.perf.plan.PerfFailure;
import dev.weft.cli.perf.plan.PerfPlan;
import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.port.Opening;
import dev.weft.cli.perf.port.TestFabric;
import dev.weft.cli.perf.traffic.Payload;
import dev.weft.cli.perf.traffic.Worker;
import dev.weft.cli.perf.traffic.WorkerReport;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.FabricInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The leading process of a measurement: has the options, starts the rows, and collects the results.
 */
final class PerfClient implements AutoCloseable {
  private static final long SESSION_BITS = (1L << 48) - 1;

  private final Fabric fabric;
  private final ControlChannel channel;

  private final TestFabric testFabric;

  private PerfClient(Fabric fabric, ControlChannel channel, TestFabric testFabric) {
    this.fabric = fabric;
    this.channel = channel;
    this.testFabric = testFabric;
  }

  /** Begins a session with the server at this address. */
  static PerfClient call(PerfPlan plan, EndpointAddress server) {
    FabricInfo offer = offer(plan, server);
    try (Opening opening = new Opening()) {
      Fabric fabric = Fabrics.open(offer);
      opening.ifFailed(fabric::close);
      ControlChannel channel = new ControlChannel(fabric, offer);
      opening.ifFailed(channel::close);
      TestFabric measured = TestFabric.open(plan.fabric(), offer);
      opening.ifFailed(measured::close);
      PerfClient client = new PerfClient(fabric, channel, measured);
      client.handshake(server);
      opening.done();
      return client;
    }
  }

  private static FabricInfo offer(PerfPlan plan, EndpointAddress server) {
    try {
      return FabricOffers.reaching(plan.hints(), server);
    } catch (FabricException refused) {
      if (server.format() != AddressFormat.ADDR_STR) {
        throw refused;
      }
      FabricInfo other =
          FabricOffers.first(plan.hints()); // throws if the address is not the reason
      throw noAddress(server, other.fabric().providerName());
    }
  }

  private static NoServer noAddress(EndpointAddress server, String provider) {
    return new NoServer(server + " is no address of fabric " + provider);
  }

  private void handshake(EndpointAddress server) {
    long session = ThreadLocalRandom.current().nextLong() & SESSION_BITS;
    if (!channel.connectTo(server.bytes(), session)) {
      throw noAddress(server, fabric.attributes().providerName());
    }
    Received answer;
    try {
      channel.waitAtMost(ControlChannel.GREETING_PATIENCE);
      channel.send(MessageKind.HELLO, out -> out.write(channel.name()));
      answer = channel.await(MessageKind.WELCOME, MessageKind.BUSY);
    } catch (PeerSilent silent) {
      throw new NoServer(
          "%s does not answer for %d s: it is stopped, or no `weft perf --serve`"
              .formatted(server, silent.seconds()));
    } catch (PeerGone noServer) {
      throw new NoServer("No server at " + server + noServer.afterColon());
    }
    channel.waitAtMost(ControlChannel.PATIENCE);
    if (answer.kind() == MessageKind.BUSY) {
      throw new NoServer(server + " serves another client now; try again");
    }
  }

  /** The fabric or device of this end. */
  TestFabric testFabric() {
    return testFabric;
  }

  /** Runs a row. */
  PerfResult measure(TestCase row, Payload payload, double bounceNanos) {
    try (Worker worker = new Worker(testFabric, row, payload)) {
      channel.send(
          MessageKind.ROW,
          out -> {
            row.write(out);
            out.write(worker.name());
          });
      Received ready = channel.await(MessageKind.READY, MessageKind.REPORT);
      WorkerReport served;
      if (ready.kind() == MessageKind.READY) {
        worker.connect(ready.body().readAllBytes());
        served = lead(worker);
      } else {
        served = WorkerReport.read(ready.body());
      }
      return worker.report().with(served, row, false, bounceNanos);
    } catch (PeerGone e) {
      throw lost(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets the compilers of both processes finish; the milliseconds that they have worked so far. */
  long awaitCompilers(Duration limit) {
    try {
      channel.send(MessageKind.REST, out -> out.writeLong(limit.toMillis()));
      JitCompiler.awaitRest(limit);
      Received rested = channel.await(MessageKind.RESTED);
      return JitCompiler.workedMillis() + rested.body().readLong();
    } catch (PeerGone e) {
      throw lost(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PerfFailure lost(PeerGone peer) {
    String sentence =
        peer instanceof PeerSilent silent
            ? "The serving process does not answer for %d s.".formatted(silent.seconds())
            : "The serving process ended before the measurement did.";
    return new PerfFailure(sentence, peer);
  }

  private WorkerReport lead(Worker worker) throws IOException {
    Thread thread = worker.leading(() -> {});
    thread.start();
    Received report = null;
    try {
      while (thread.isAlive()) {
        Received next = channel.receiveFromPeer();
        report = next != null && next.kind() == MessageKind.REPORT ? next : report;
        if (report != null && hasFailed(report)) {
          thread.interrupt();
        }
      }
      if (!worker.report().failure().isEmpty()) {
        channel.send(MessageKind.STOP);
      }
      report = report == null ? channel.await(MessageKind.REPORT) : report;
    } finally {
      WorkerThread.stop(thread);
    }
    return WorkerReport.read(report.body());
  }

  private static boolean hasFailed(Received report) throws IOException {
    report.body().mark(Integer.MAX_VALUE);
    boolean failed = !WorkerReport.read(report.body()).failure().isEmpty();
    report.body().reset();
    return failed;
  }

  /** Ends the session; otherwise the server reports that it ended too early. */
  void sayGoodbye() {
    try {
      channel.send(MessageKind.BYE);
    } catch (PeerGone already) {
      // all requests were sent
    }
  }

  @Override
  public void close() {
    testFabric.close();
    channel.close();
    fabric.close();
  }
}
