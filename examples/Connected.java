import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.info.*;

/// A client and a server with a connection (`FI_EP_MSG`): each learns when the other one ends. Both
/// run in this process; or one in each, with a provider that connects processes:
/// `Connected.java --provider shm server` here, `Connected.java --provider shm client` there. With
/// `dying-server` in place of `server` that process halts amid the conversation, as if killed.
static final int SIZE = 64, ROUNDS = 3;

void main(String... args) throws InterruptedException {
  var arguments =
      new Arguments("Connected.java [--provider NAME] [server|dying-server|client]", args);
  var provider = arguments.provider();
  boolean dies = arguments.has("dying-server");
  var server = Thread.ofPlatform().unstarted(() -> serve(provider, dies));
  if (!arguments.has("client")) {
    server.start();
  }
  if (!arguments.has("server") && !dies) {
    ask(provider);
  }
  server.join();
}

void serve(String provider, boolean dies) {
  try (var node = new Node(provider);
      var passive = node.fabric.openPassiveEndpoint(node.listening("greeter"))) {
    passive.bind(node.events, 0);
    passive.listen();
    node.next(EventType.CONNREQ);
    try (var endpoint = node.open(node.event.info())) {
      endpoint.accept(null);
      node.next(EventType.CONNECTED);
      for (int round = 0; round < ROUNDS; round++) {
        node.receive(endpoint);
        if (dies) {
          Runtime.getRuntime().halt(0); // no close, no shutdown hook
        }
        endpoint.inject(node.room, SIZE, FabricAddress.UNSPEC);
      }
      node.next(EventType.SHUTDOWN);
      IO.println("The client has left after " + ROUNDS + " messages.");
    }
  }
}

void ask(String provider) throws InterruptedException {
  try (var node = new Node(provider);
      var endpoint = connect(node, provider)) {
    var message = node.domain.allocate(SIZE);
    for (int round = 0; round < ROUNDS; round++) {
      message.fill((byte) round);
      endpoint.inject(message, SIZE, FabricAddress.UNSPEC); // to the one peer
      if (!node.receive(endpoint)) {
        node.next(EventType.SHUTDOWN);
        return;
      }
    }
    endpoint.shutdown(0);
    IO.println("The client has had " + ROUNDS + " answers.");
  }
}

/// Asks for a connection until the server listens. An endpoint connects once.
Endpoint connect(Node node, String provider) throws InterruptedException {
  while (true) {
    var endpoint = node.open(node.info);
    endpoint.connect(node.listening("greeter").sourceAddress(), null);
    if (node.next(EventType.CONNECTED)) {
      return endpoint;
    }
    endpoint.close();
    Thread.sleep(10);
  }
}

/// What a connected endpoint is made of: an event queue beside the completion queue.
class Node implements AutoCloseable {
  final FabricInfo info;
  final Fabric fabric;
  final Domain domain;
  final EventQueue events;
  final CompletionQueue queue;
  final MemorySegment room;
  final EventEntry event = EventEntry.allocate(Arena.ofAuto(), 64);
  final ErrorEvent failedEvent = ErrorEvent.allocate(Arena.ofAuto());
  final CompletionBatch batch = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.MSG, 1);
  final ErrorCompletion failure = ErrorCompletion.allocate(Arena.ofAuto());

  Node(String provider) {
    var hints = FabricInfo.builder().provider(provider).endpointType(EndpointType.MSG).build();
    info = Fabrics.getInfo(hints).getFirst();
    fabric = Fabrics.open(info);
    domain = fabric.openDomain(info);
    events = fabric.openEventQueue(EventQueueAttributes.blocking());
    queue = domain.openCompletionQueue(CompletionQueueAttributes.blocking(batch.format()));
    room = domain.allocate(SIZE);
  }

  FabricInfo listening(String name) {
    var provider = info.fabric().providerName();
    var place = provider.equals("shm") ? info.fabric().name() + "/" : "";
    return info.toBuilder().sourceAddress((provider + "://" + place + name).getBytes()).build();
  }

  Endpoint open(FabricInfo info) {
    var endpoint = domain.openEndpoint(info);
    endpoint.bind(events, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    return endpoint;
  }

  /// Waits for the next event; whether it is this one, and not a failure.
  boolean next(int expected) {
    int size = events.sread(event, -1, 0);
    if (size == -Errno.EAVAIL) {
      events.readErr(failedEvent, 0); // FI_ECONNREFUSED: no server yet
      return false;
    }
    IO.println(EventType.describe(event.event()));
    return event.event() == expected;
  }

  /// Receives one message; false if the connection ends first.
  boolean receive(Endpoint endpoint) {
    endpoint.recv(room, SIZE, FabricAddress.UNSPEC, 1);
    if (queue.sread(batch, 1, 0, -1) == 1) {
      return true;
    }
    queue.readErr(failure, 0);
    IO.println("The receive ended: " + failure);
    return false;
  }

  @Override
  public void close() {
    List.of(queue, events, domain, fabric).forEach(FabricObject::close);
  }
}
