package dev.weft.ffm.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.Installed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** One side of connections at the loopback address: a listener or a client, with its queues. */
final class ConnectionSide implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int ADDRESS = 4;

  final Arena arena = Arena.ofShared();
  final FabricInfo info;
  final Fabric fabric;
  final Domain domain;
  final EventQueue events;
  final CompletionQueue queue;
  final CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.TAGGED, 8);
  final EventEntry entry = EventEntry.allocate(arena, 512);
  final ErrorEvent failure = ErrorEvent.allocate(arena);
  private final Deque<FabricObject> objects = new ArrayDeque<>();

  ConnectionSide(String provider, long capabilities) {
    this(provider, capabilities, 1);
  }

  /** A side whose endpoints have this count of receive contexts. */
  ConnectionSide(String provider, long capabilities, long receiveContexts) {
    info = offer(provider, capabilities, receiveContexts);
    fabric = keep(Fabrics.open(info));
    events = keep(fabric.openEventQueue(EventQueueAttributes.blocking()));
    domain = keep(fabric.openDomain(info));
    queue =
        keep(
            domain.openCompletionQueue(
                CompletionQueueAttributes.blocking(CompletionFormat.TAGGED)));
  }

  static Stream<String> providers() {
    return Installed.providers("ofi:tcp", "ofi:net", "ofi:sockets");
  }

  private static FabricInfo offer(String provider, long capabilities, long receiveContexts) {
    FabricInfo plain =
        FabricInfo.builder()
            .provider(provider)
            .endpointType(EndpointType.MSG)
            .capabilities(capabilities)
            .memoryRegistrationMode(-1L)
            .build();
    FabricInfo hints =
        plain.toBuilder()
            .endpoint(plain.endpoint().toBuilder().receiveContextCount(receiveContexts).build())
            .build();
    List<FabricInfo> offers = Fabrics.getInfo(hints);
    return offers.stream().filter(ConnectionSide::isLoopback).findFirst().orElseThrow();
  }

  private static boolean isLoopback(FabricInfo info) {
    byte[] address = info.sourceAddress();
    return address != null
        && address.length == 16
        && MemorySegment.ofArray(address)
                .asSlice(ADDRESS, LOOPBACK.length)
                .mismatch(MemorySegment.ofArray(LOOPBACK))
            == -1;
  }

  <T extends FabricObject> T keep(T object) {
    objects.push(object);
    return object;
  }

  PassiveEndpoint listen() {
    PassiveEndpoint passive = keep(fabric.openPassiveEndpoint(info, "listener"));
    passive.bind(events, 0);
    passive.listen();
    return passive;
  }

  /** An endpoint with queues that is not enabled. */
  Endpoint open(FabricInfo offer) {
    Endpoint endpoint = keep(domain.openEndpoint(offer, "endpoint"));
    endpoint.bind(events, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    return endpoint;
  }

  Endpoint connect(byte[] address, String data) {
    Endpoint endpoint = open(info);
    endpoint.connect(address, bytes(data));
    return endpoint;
  }

  /** The request that comes if the other side asks this listener of this side for a connection. */
  FabricInfo requested(PassiveEndpoint passive, ConnectionSide client) {
    client.connect(passive.name(), null);
    return expect(EventType.CONNREQ, client).info();
  }

  /** Waits for an event. */
  EventEntry expect(int type, ConnectionSide other) {
    int result = await(other);
    if (result == -Errno.EAVAIL) {
      events.readErr(failure, 0);
    }
    assertEquals(true, result > 0, () -> "instead of an event: " + failure);
    assertEquals(EventType.describe(type), EventType.describe(entry.event()));
    return entry;
  }

  /**
   * Reads an event. The other side is read meanwhile, as it may have to answer; the completion
   * queue, because tcp of 1.17 detects there that the peer has left.
   */
  private int await(ConnectionSide other) {
    int result = events.read(entry, 0);
    while (result == -Errno.EAGAIN) {
      other.look();
      queue.read(null, 0);
      result = events.sread(entry, 1, 0);
    }
    return result;
  }

  /** Waits for a failure. */
  ErrorEvent expectFailure(ConnectionSide other) {
    int result = await(other);
    assertEquals(-Errno.EAVAIL, result, entry::toString);
    assertEquals(48, events.readErr(failure, 0));
    return failure;
  }

  /** Waits for the completion with this context, at index 0 of the batch. */
  void complete(long context, ConnectionSide other) {
    int result = queue.read(batch, 1);
    while (result == -Errno.EAGAIN) {
      other.look();
      result = queue.sread(batch, 1, 0, 1);
    }
    assertEquals(1, result);
    assertEquals(context, batch.context(0));
  }

  /** Drives the progress of both queues, and leaves what they have. */
  void look() {
    events.read(entry, EventQueue.PEEK);
    queue.read(null, 0);
  }

  MemorySegment buffer(int value) {
    return arena.allocate(64, Long.BYTES).fill((byte) value);
  }

  static MemorySegment bytes(String text) {
    return text == null ? null : MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(MemorySegment bytes) {
    return new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }

  /** The objects, the last one first. */
  Deque<FabricObject> objects() {
    return objects;
  }

  @Override
  public void close() {
    while (!objects.isEmpty()) {
      objects.pop().close();
    }
    arena.close();
  }
}
