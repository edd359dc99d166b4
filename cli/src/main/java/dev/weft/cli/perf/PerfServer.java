package dev.weft.cli.perf;

import dev.weft.cli.perf.ControlChannel.MessageKind;
import dev.weft.cli.perf.ControlChannel.Received;
import dev.weft.cli.perf.machine.JitCompiler;
import dev.weft.cli.perf.plan.EndpointAddress;
import dev.weft.cli.perf.plan.FabricName;
import dev.weft.cli.perf.plan.FabricOffers;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.port.Opening;
import dev.weft.cli.perf.port.TestFabric;
import dev.weft.cli.perf.traffic.Worker;
import dev.weft.cli.perf.traffic.WorkerReport;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.FabricInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Consumer;

/** The serving process of a measurement: waits for a client, runs its rows, and waits again. */
public final class PerfServer implements AutoCloseable {
  private final Fabric fabric;
  private final ControlChannel channel;
  private final AddressFormat format;
  private final Consumer<String> output;

  private PerfServer(FabricInfo offer, Consumer<String> output) {
    this.output = output;
    format = offer.addressFormat();
    try (Opening opening = new Opening()) {
      fabric = Fabrics.open(offer);
      opening.ifFailed(fabric::close);
      channel = new ControlChannel(fabric, offer);
      opening.done();
    }
  }

  /**
   * Opens this address.
   *
   * @param output gets a line about each client
   * @throws dev.weft.fabric.FabricException if the address is not available
   */
  public static PerfServer at(EndpointAddress address, String fabric, Consumer<String> output) {
    return new PerfServer(FabricOffers.at(FabricOffers.hints(fabric), address), output);
  }

  /** Opens an address that the provider chooses, for clients on any host. */
  public static PerfServer anywhere(String fabric, Consumer<String> output) {
    return new PerfServer(FabricOffers.first(FabricOffers.hints(fabric)), output);
  }

  /** Opens an address that the provider chooses, for clients on this host. */
  public static PerfServer onThisHost(String fabric, Consumer<String> output) {
    return new PerfServer(FabricOffers.onThisHost(FabricOffers.hints(fabric)), output);
  }

  /** The address for clients. */
  public EndpointAddress address() {
    return new EndpointAddress(format, channel.name());
  }

  /**
   * Serves one client after the other.
   *
   * @param once whether to end after the first client
   * @return whether all rows were sound at this end and no client left early
   */
  public boolean serve(boolean once) {
    boolean good = true;
    do {
      Received caller = channel.receive();
      while (caller == null || caller.kind() != MessageKind.HELLO) {
        caller = channel.receive();
      }
      good &= session(caller);
    } while (!once);
    return good;
  }

  private boolean session(Received caller) {
    int runs = 0;
    boolean good = true;
    try {
      byte[] name = caller.body().readAllBytes();
      if (!channel.connectTo(name, caller.session())) {
        return false;
      }
      channel.send(MessageKind.WELCOME);
      output.accept("Client " + new EndpointAddress(format, name));
      Received next = awaitWork();
      while (next.kind() != MessageKind.BYE) {
        if (next.kind() == MessageKind.ROW) {
          good &= follow(next);
          runs++;
        } else {
          rest(next);
        }
        next = awaitWork();
      }
      output.accept(
          "  runs: " + runs + " with warm-ups, " + (good ? "all sound" : "NOT all sound"));
    } catch (PeerGone e) {
      String how =
          e instanceof PeerSilent ? "it did not answer any more" : "it left without a word";
      output.accept("  runs: " + runs + ", then " + how);
      good = false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    channel.disconnect();
    return good;
  }

  private Received awaitWork() {
    return channel.await(MessageKind.ROW, MessageKind.REST, MessageKind.BYE);
  }

  private void rest(Received asked) throws IOException {
    JitCompiler.awaitRest(Duration.ofMillis(asked.body().readLong()));
    channel.send(MessageKind.RESTED, out -> out.writeLong(JitCompiler.workedMillis()));
  }

  private boolean follow(Received asked) throws IOException {
    TestCase row = TestCase.read(asked.body());
    byte[] client = asked.body().readAllBytes();
    try (TestFabric testFabric = TestFabric.open(row.fabric(), offer(row, client));
        Worker worker = new Worker(testFabric, row, PerfRun.arriving(row))) {
      worker.connect(client);
      Thread thread = worker.following(() -> {});
      thread.start();
      try {
        channel.send(MessageKind.READY, out -> out.write(worker.name()));
        while (thread.isAlive()) {
          Received next = channel.receiveFromPeer();
          if (next != null && next.kind() == MessageKind.STOP) {
            thread.interrupt();
          }
        }
      } finally {
        WorkerThread.stop(thread);
      }
      WorkerReport report = worker.report();
      channel.send(MessageKind.REPORT, report::write);
      return report.isSound();
    }
  }

  /** The client's end may be that of a device, whose address is not one of a fabric. */
  private FabricInfo offer(TestCase row, byte[] client) {
    return FabricName.isDevice(row.fabric())
        ? FabricOffers.first(row.hints())
        : FabricOffers.reaching(row.hints(), new EndpointAddress(format, client));
  }

  @Override
  public void close() {
    channel.close();
    fabric.close();
  }
}
