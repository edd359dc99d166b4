package dev.weft.provider.fabric.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;

/**
 * Test fixture: one side of a connection, with an event queue, a completion queue, a listener and
 * an endpoint.
 */
public final class Caller implements AutoCloseable {
  public static final long BOTH = BindFlags.TRANSMIT | BindFlags.RECV;

  public final FabricInfo info;
  public final Fabric fabric;
  public final Domain domain;
  public final EventQueue eventQueue;
  public final CompletionQueue queue;
  public final EventEntry entry = EventEntry.allocate(Arena.ofAuto(), 4096);
  public final ErrorEvent error = ErrorEvent.allocate(Arena.ofAuto());
  final ErrorCompletion failure = ErrorCompletion.allocate(Arena.ofAuto());
  public final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
  private PassiveEndpoint passive;
  private Endpoint endpoint;

  public static Caller open(String fabricName) {
    return open(fabricName, Node.hints());
  }

  public static Caller open(String fabricName, FabricInfo.Builder hints) {
    return new Caller(fabricName, hints);
  }

  /** A side without direct access to others, as if each were a separate process. */
  public static Caller openFar(String fabricName) {
    FabricInfo info = Node.farInfo(fabricName, FabricInfo.builder().endpointType(EndpointType.MSG));
    return new Caller(info, Node.FAR.open(info, null));
  }

  private Caller(String fabricName, FabricInfo.Builder hints) {
    this(
        Node.named(
            Fabrics.getInfo(hints.endpointType(EndpointType.MSG).build()).getFirst(), fabricName));
  }

  private Caller(FabricInfo info) {
    this(info, Fabrics.open(info));
  }

  private Caller(FabricInfo info, Fabric fabric) {
    this.info = info;
    this.fabric = fabric;
    domain = fabric.openDomain(info);
    eventQueue = fabric.openEventQueue(EventQueueAttributes.blocking());
    queue = domain.openCompletionQueue(Node.queueOf(WaitObject.UNSPEC, 0));
  }

  public PassiveEndpoint passive() {
    if (passive == null) {
      passive = fabric.openPassiveEndpoint(info);
      passive.bind(eventQueue, 0);
    }
    return passive;
  }

  public void listen() {
    passive().listen();
  }

  public Endpoint endpoint() {
    return endpoint == null ? endpoint(info) : endpoint;
  }

  public Endpoint endpoint(FabricInfo withInfo) {
    endpoint = domain.openEndpoint(withInfo);
    endpoint.bind(eventQueue, 0);
    endpoint.bind(queue, BOTH);
    return endpoint;
  }

  public EventEntry expect(int event) {
    awaitSize();
    assertEquals(EventType.describe(event), EventType.describe(entry.event()));
    return entry;
  }

  public int awaitSize() {
    int result = eventQueue.sread(entry, 30_000, 0);
    if (result == -Errno.EAVAIL) {
      eventQueue.readErr(error, 0);
      throw new AssertionError("instead of an event: " + error);
    }
    return result;
  }

  public void expectFailure(int errno) {
    assertEquals(-Errno.EAVAIL, eventQueue.sread(entry, 30_000, 0));
    assertEquals(48, eventQueue.readErr(error, 0));
    assertEquals(errno, error.error(), error::toString);
  }

  public void expectNothing() {
    assertEquals(-Errno.EAGAIN, eventQueue.read(entry, 0));
  }

  /** Drives progress without reading an entry. */
  public void progress() {
    queue.read(null, 0);
  }

  public void readOne(long context) {
    assertEquals(1, queue.sread(batch, 1, 0, 300_000));
    assertEquals(context, batch.context(0), "context");
  }

  /** Reads the next entry, which must be an error. */
  public void expectError() {
    assertEquals(-Errno.EAVAIL, queue.sread(batch, 1, 0, 300_000));
    assertEquals(1, queue.readErr(failure, 0));
  }

  void expectFailed(int errno) {
    expectError();
    assertEquals(errno, failure.error(), failure::toString);
  }

  /** Reads the next entry, which must be an operation cancelled by the end of the connection. */
  public void expectEnded() {
    expectFailed(Errno.ECANCELED);
    assertEquals(
        "The connection ended before the operation did", queue.strerror(failure.providerError()));
  }

  @Override
  public void close() {
    if (endpoint != null) {
      endpoint.close();
    }
    if (passive != null) {
      passive.close();
    }
    queue.close();
    domain.close();
    eventQueue.close();
    fabric.close();
  }
}
