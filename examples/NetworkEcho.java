import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.info.*;

/// A server that sends every message back, and a client that knows the server's address. Both run
/// in this process, on loopback. Over a network:
/// `NetworkEcho.java --provider ofi:tcp server 192.0.2.2` prints the server's address; the client,
/// there or on another host, is started with `client` and that address.
static final int SIZE = 256, ROUNDS = 100;

static final long PATIENCE = 20_000_000_000L; // nanoseconds

void main(String... args) throws InterruptedException {
  var usage = "NetworkEcho.java [--provider NAME] [server HOST|client HOST:PORT]";
  var arguments = new Arguments(usage, args);
  var hints =
      FabricInfo.builder()
          .provider(arguments.provider())
          .capabilities(Capabilities.MSG)
          .endpointType(EndpointType.RDM)
          .build();
  if (arguments.has("server")) {
    var own = hints.toBuilder().addressFormat(AddressFormat.SOCKADDR_IN);
    own.sourceAddress(arguments.value("server", "", host -> address(own.build(), host + ":0")));
    serve(new Side(own.build()));
  } else if (arguments.has("client")) {
    ask(new Side(hints), arguments.value("client", "", text -> address(hints, text)));
  } else {
    var echo = new Side(hints);
    var thread = Thread.ofPlatform().start(() -> serve(echo));
    ask(new Side(hints), echo.endpoint.name());
    thread.join();
  }
}

/// The first message is the address of the client, an empty one is the last.
void serve(Side side) {
  IO.println("The server is at " + side.peers.describe(side.endpoint.name()));
  side.receive();
  int length = side.await();
  long client = side.peers.insert(side.room.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
  for (length = side.exchange(); length > 0; length = side.exchange()) {
    side.send(side.room, length, client);
  }
  side.close();
}

void ask(Side side, byte[] address) {
  long server = side.peers.insert(address);
  byte[] own = side.endpoint.name();
  MemorySegment.copy(own, 0, side.message, ValueLayout.JAVA_BYTE, 0, own.length);
  side.send(side.message, own.length, server);
  int whole = 0;
  for (int round = 0; round < ROUNDS; round++) {
    side.message.fill((byte) round);
    side.send(side.message, SIZE, server);
    whole += side.exchange() == SIZE && side.room.mismatch(side.message) < 0 ? 1 : 0;
  }
  side.send(side.message, 0, server);
  IO.println(whole + " of " + ROUNDS + " messages came back whole.");
  side.close();
}

/// An address such as `192.0.2.2:7471`; with the port 0 any is taken.
byte[] address(FabricInfo hints, String text) {
  return FabricAddress.of(Fabrics.getInfo(hints).getFirst(), text);
}

/// An endpoint that sends or receives one message at a time.
class Side implements AutoCloseable {
  final Fabric fabric;
  final Domain domain;
  final CompletionQueue queue;
  final AddressVector peers;
  final Endpoint endpoint;
  final MemorySegment message, room;
  final CompletionBatch batch = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.MSG, 1);
  final ErrorCompletion failure = ErrorCompletion.allocate(Arena.ofAuto());

  Side(FabricInfo hints) {
    var info = Fabrics.getInfo(hints).getFirst();
    fabric = Fabrics.open(info);
    domain = fabric.openDomain(info);
    queue = domain.openCompletionQueue(CompletionQueueAttributes.blocking(CompletionFormat.MSG));
    peers = domain.openAddressVector(AddressVectorAttributes.defaults());
    endpoint = domain.openEndpoint(info);
    endpoint.bind(peers, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.enable();
    message = domain.allocate(SIZE);
    room = domain.allocate(SIZE);
  }

  /// While a peer is still connecting, a post returns -FI_EAGAIN, and reading the queue goes on. If
  /// no peer is there, `ofi:tcp` returns it for ever.
  void send(MemorySegment text, long length, long peer) {
    long start = System.nanoTime();
    int result = endpoint.send(text, length, peer, 1);
    while (result == -Errno.EAGAIN && System.nanoTime() - start < PATIENCE) {
      queue.read(null, 0);
      result = endpoint.send(text, length, peer, 1);
    }
    if (result != 0) {
      throw new IllegalStateException("send: " + Errno.strerror(result) + "; is the peer there?");
    }
    await();
  }

  void receive() {
    endpoint.recv(room, SIZE, FabricAddress.UNSPEC, 2);
  }

  int exchange() {
    receive();
    return await();
  }

  /// The length of the message whose operation completes next.
  int await() {
    int count = queue.sread(batch, 1, 0, -1);
    if (count == -Errno.EAVAIL) {
      queue.readErr(failure, 0); // FI_ECONNREFUSED: no server has this address
    }
    if (count != 1) {
      throw new IllegalStateException("sread: " + Errno.strerror(count) + ", " + failure);
    }
    return (int) batch.length(0);
  }

  @Override
  public void close() {
    endpoint.close();
    peers.close();
    queue.close();
    domain.close();
    fabric.close();
  }
}
