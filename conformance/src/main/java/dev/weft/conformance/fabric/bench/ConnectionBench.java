package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Trial;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;

/**
 * Test fixture of connection checks: a client and a server in one domain.
 *
 * <pre>{@code
 * client ---- connect ----> server    (each has an event queue and a completion queue)
 * }</pre>
 */
public final class ConnectionBench {
  private final Bench bench;
  private final ConnectionSide client;
  private final ConnectionSide server;

  private ConnectionBench(Bench bench) {
    this.bench = bench;
    client = new ConnectionSide(bench, this::progress);
    server = new ConnectionSide(bench, this::progress);
  }

  /** Two sides without a connection. */
  public static ConnectionBench apart(Trial trial) {
    return apart(trial, 0);
  }

  private static ConnectionBench apart(Trial trial, long capabilities) {
    return new ConnectionBench(
        Bench.on(trial).capabilities(capabilities).type(EndpointType.MSG).openDomainOnly());
  }

  /** Two connected sides, whose connection events are read. */
  public static ConnectionBench connected(Trial trial) {
    return connected(trial, 0);
  }

  /** The same with further capabilities. */
  public static ConnectionBench connected(Trial trial, long capabilities) {
    ConnectionBench pair = apart(trial, capabilities);
    FabricInfo request = pair.request(pair.server.listen(), null);
    pair.server.open(request).accept(null);
    pair.client.expect(EventType.CONNECTED);
    pair.server.expect(EventType.CONNECTED);
    return pair;
  }

  public Bench bench() {
    return bench;
  }

  /** Posts and waits for both sides. */
  public Arrivals arrivals() {
    return new Arrivals(this::progress, this::progress);
  }

  /** Drives the progress of both sides. */
  private void progress() {
    client.progress();
    server.progress();
  }

  public ConnectionSide client() {
    return client;
  }

  public ConnectionSide server() {
    return server;
  }

  /** Sends the client's request; returns the info with which the server can accept. */
  public FabricInfo request(PassiveEndpoint passive, String data) {
    client.connect(passive.name(), data);
    return server.expect(EventType.CONNREQ).info();
  }
}
