import dev.weft.fabric.*;
import dev.weft.fabric.completion.*;
import dev.weft.futures.*;

/// A server that sends every tagged message back, and a client that compares. Both run in this
/// process; or one in each, with a provider that connects processes:
/// `TaggedEcho.java --provider shm server` here, `TaggedEcho.java --provider shm client` there.
static final long HELLO = 1, PING = 2, PONG = 3, BYE = 4;

static final int SIZE = 64, ROUNDS = 1_000;

void main(String... args) throws InterruptedException {
  var arguments = new Arguments("TaggedEcho.java [--provider NAME] [server|client]", args);
  var provider = arguments.provider();
  var server = Thread.ofPlatform().unstarted(() -> serve(provider));
  if (!arguments.has("client")) {
    server.start();
  }
  if (!arguments.has("server")) {
    ask(provider);
  }
  server.join();
}

void serve(String provider) {
  int echoes = 0;
  try (var side = new Side(provider, "echo-server", "echo-client")) {
    for (var got = side.receive(0, ~0L); got.tag(0) != BYE; got = side.receive(0, ~0L)) {
      if (got.tag(0) == PING) {
        side.send(side.room, got.length(0), PONG);
        echoes++;
      }
    }
  }
  IO.println("The server has sent " + echoes + " messages back.");
}

void ask(String provider) throws InterruptedException {
  int whole = 0;
  try (var side = new Side(provider, "echo-client", "echo-server")) {
    side.meet();
    for (int round = 0; round < ROUNDS; round++) {
      side.message.fill((byte) round);
      side.send(side.message, SIZE, PING);
      var got = side.receive(PONG, 0);
      whole += got.length(0) == SIZE && side.room.mismatch(side.message) < 0 ? 1 : 0;
    }
    side.send(side.message, 0, BYE);
  }
  IO.println(whole + " of " + ROUNDS + " messages came back whole.");
}

/// An endpoint with a name, and the one peer that it talks to.
class Side implements AutoCloseable {
  final Node node;
  final CompletionQueue queue;
  final Endpoint endpoint;
  final long peer;
  final MemorySegment message, room;
  final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
  final ErrorCompletion failure = ErrorCompletion.allocate(Arena.ofAuto());

  Side(String provider, String name, String peerName) {
    node = Node.open(provider, name);
    queue = node.queue();
    endpoint = node.endpoint();
    peer = node.peer(peerName);
    message = node.domain().allocate(SIZE);
    room = node.domain().allocate(SIZE);
  }

  /// Says hello until somebody answers to the peer's name.
  void meet() throws InterruptedException {
    for (sayHello(); queue.sread(batch, 1, 0, -1) == -Errno.EAVAIL; sayHello()) {
      queue.readErr(failure, 0); // FI_EHOSTUNREACH
      Thread.sleep(10);
    }
  }

  private void sayHello() {
    while (endpoint.tsend(message, 0, peer, HELLO, 0) == -Errno.EAGAIN) {
      queue.read(batch, 0); // drives progress until there is room
    }
  }

  /// Sends a copy, for which no completion is written.
  void send(MemorySegment from, long length, long tag) {
    while (endpoint.tinject(from, length, peer, tag) == -Errno.EAGAIN) {
      queue.read(batch, 0);
    }
  }

  /// Receives one message into the room, and sleeps until it has come.
  CompletionBatch receive(long tag, long ignoredBits) {
    endpoint.trecv(room, SIZE, FabricAddress.UNSPEC, tag, ignoredBits, 0);
    int count = queue.sread(batch, 1, 0, -1);
    if (count != 1) {
      throw new IllegalStateException("sread: " + Errno.strerror(count));
    }
    return batch;
  }

  @Override
  public void close() {
    node.close();
  }
}
