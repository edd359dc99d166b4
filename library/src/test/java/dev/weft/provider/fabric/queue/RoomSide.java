package dev.weft.provider.fabric.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** An endpoint with one queue of a given size, of any kind that a queue can belong to. */
final class RoomSide implements AutoCloseable {

  /** The kind of endpoint that owns the receives and the queue. */
  enum Kind {
    PLAIN,
    CONNECTED,
    SHARED_RECEIVES,
    PEER_QUEUE
  }

  static final long KEY = 7;
  static final int WINDOW = 1 << 15;
  static final int BATCH = 64;

  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final Kind kind;
  private final FabricInfo info;
  private final Fabric fabric;
  private final Domain domain;
  private final EventQueue events;
  private final boolean selective;
  private Endpoint endpoint;
  final CompletionQueue queue;
  final AddressVector vector;
  final SharedReceiveContext shared;
  final Counter received;
  final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, BATCH);
  final ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());

  RoomSide(
      String fabricName,
      String provider,
      Threading threading,
      int size,
      Kind kind,
      boolean selective) {
    this.kind = kind;
    this.selective = selective;
    info = offer(fabricName, provider, threading, kind);
    boolean far = provider.equals(Node.FAR.name());
    fabric = keep(far ? Node.FAR.open(info, null) : Fabrics.open(info));
    events = keep(fabric.openEventQueue(EventQueueAttributes.blocking()));
    domain = keep(fabric.openDomain(info));
    queue = kind == Kind.PEER_QUEUE ? verbsQueue(size) : keep(ownQueue(size));
    received = keep(domain.openCounter(CounterAttributes.defaults()));
    vector = keep(domain.openAddressVector(AddressVectorAttributes.defaults()));
    boolean sharing = kind == Kind.SHARED_RECEIVES;
    shared = sharing ? keep(domain.openSharedReceiveContext(ReceiveAttributes.defaults())) : null;
    keep(domain.register(domain.allocate(WINDOW), AccessFlags.REMOTE_WRITE, KEY, null));
  }

  private static FabricInfo offer(
      String fabricName, String provider, Threading threading, Kind kind) {
    FabricInfo.Builder hints = FabricInfo.builder().provider(provider).threading(threading);
    if (kind == Kind.CONNECTED) {
      hints.endpointType(EndpointType.MSG);
    }
    FabricInfo wanted = hints.build();
    boolean far = provider.equals(Node.FAR.name());
    List<FabricInfo> offers = far ? Node.FAR.getInfo(wanted).infos() : Fabrics.getInfo(wanted);
    FabricInfo offer = Node.named(offers.getFirst(), fabricName);
    if (kind != Kind.SHARED_RECEIVES) {
      return offer;
    }
    long sharing = EndpointAttributes.SHARED_CONTEXT;
    var endpoint = offer.endpoint().toBuilder().receiveContextCount(sharing).build();
    return offer.toBuilder().endpoint(endpoint).build();
  }

  private CompletionQueue ownQueue(int size) {
    return domain.openCompletionQueue(Node.queueOf(WaitObject.NONE, size));
  }

  private CompletionQueue verbsQueue(int size) {
    VerbsContext context = Devices.list().getFirst().open();
    closers.push(context::close);
    var verbs = context.createCq(size, null, null, 0);
    closers.push(verbs::close);
    CompletionQueueAttributes attributes =
        CompletionQueueAttributes.builder()
            .flags(CompletionQueueAttributes.PEER)
            .format(CompletionFormat.TAGGED)
            .waitObject(WaitObject.NONE)
            .build();
    return keep(domain.openCompletionQueue(attributes, verbs));
  }

  private <T extends FabricObject> T keep(T object) {
    closers.push(object::close);
    return object;
  }

  private Endpoint prepare(FabricInfo with) {
    endpoint = keep(domain.openEndpoint(with));
    endpoint.bind(queue, BindFlags.TRANSMIT);
    endpoint.bind(queue, BindFlags.RECV | (selective ? BindFlags.SELECTIVE_COMPLETION : 0));
    endpoint.bind(received, BindFlags.RECV);
    if (kind == Kind.CONNECTED) {
      endpoint.bind(events, 0);
    } else {
      endpoint.bind(vector, 0);
    }
    if (shared != null) {
      endpoint.bind(shared, 0);
    }
    return endpoint;
  }

  /** Connects both; connected endpoints have one peer only. */
  static void join(RoomSide caller, RoomSide server) {
    if (caller.kind == Kind.CONNECTED) {
      try (PassiveEndpoint passive = server.fabric.openPassiveEndpoint(server.info)) {
        passive.bind(server.events, 0);
        passive.listen();
        caller.prepare(caller.info).connect(passive.name(), null);
        EventEntry asked = server.expect(EventType.CONNREQ);
        server.prepare(asked.info()).accept(null);
        caller.expect(EventType.CONNECTED);
        server.expect(EventType.CONNECTED);
      }
    } else {
      caller.enable();
      server.enable();
    }
  }

  private void enable() {
    if (endpoint == null) {
      prepare(info).enable();
    }
  }

  private EventEntry expect(int event) {
    EventEntry entry = EventEntry.allocate(Arena.ofAuto(), 4096);
    events.sread(entry, -1, 0);
    assertEquals(EventType.describe(event), EventType.describe(entry.event()));
    return entry;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  int recv(MemorySegment buffer, long context) {
    long bytes = buffer.byteSize();
    return shared == null
        ? endpoint.recv(buffer, bytes, -1, context)
        : shared.recv(buffer, bytes, -1, context);
  }

  int trecv(MemorySegment buffer, long tag, long ignore, long context) {
    long bytes = buffer.byteSize();
    return shared == null
        ? endpoint.trecv(buffer, bytes, -1, tag, ignore, context)
        : shared.trecv(buffer, bytes, -1, tag, ignore, context);
  }

  int cancel(long context) {
    return shared == null ? endpoint.cancel(context) : shared.cancel(context);
  }

  boolean takesMultiReceives() {
    return shared == null;
  }

  long handleOf(RoomSide peer) {
    return kind == Kind.CONNECTED ? 0 : vector.insert(peer.endpoint.name());
  }

  MemorySegment memory(long bytes) {
    return domain.allocate(bytes);
  }

  @Override
  public void close() {
    closers.forEach(Runnable::run);
  }
}
