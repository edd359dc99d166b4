import dev.weft.fabric.*;
import dev.weft.futures.*;
import java.util.concurrent.CompletableFuture;

/// Requests and answers, and a client that goes on when its server dies. Both run in this process,
/// where the first server closes amid the conversation. Or `LostServer.java --provider shm server`
/// here and `LostServer.java --provider shm client` there: kill the server (`kill -9`), and start
/// it again.
static final int SIZE = 64, UNTIL_LOST = 500, REQUESTS = 1_000;

static final long REQUEST = 1, ANSWER = 2, BYE = 3;

void main(String... args) throws InterruptedException {
  var arguments = new Arguments("LostServer.java [--provider NAME] [server|client]", args);
  var provider = arguments.provider();
  if (arguments.has("server")) {
    serve(provider, Integer.MAX_VALUE);
  } else if (arguments.has("client")) {
    ask(provider);
  } else {
    Thread.startVirtualThread(() -> serveTwice(provider));
    ask(provider);
  }
}

void serveTwice(String provider) {
  serve(provider, UNTIL_LOST);
  serve(provider, Integer.MAX_VALUE);
}

void serve(String provider, int most) {
  try (var side = new Side(provider, "lost-server", "lost-client")) {
    for (int served = 0; served < most; served++) {
      var request = side.operations.trecv(side.room, FabricAddress.UNSPEC, 0, ~0L).join();
      if (request.tag() == BYE) {
        return;
      }
      side.operations.tsend(side.room, request.length(), side.peer, ANSWER).join();
    }
  }
}

void ask(String provider) throws InterruptedException {
  try (var side = new Side(provider, "lost-client", "lost-server")) {
    int lost = 0, last = 0;
    boolean gone = true;
    while (gone) {
      int most = lost == 0 ? Integer.MAX_VALUE : REQUESTS;
      last = converse(side, most);
      gone = last < most;
      lost += gone && last > 0 ? 1 : 0;
      Thread.sleep(10); // until a server is there
    }
    side.operations.tsend(side.message, 0, side.peer, BYE).join();
    IO.println("The last of " + (lost + 1) + " servers has answered " + last + " requests.");
  }
}

/// Asks one server until it has answered so many requests, or is gone; the number of answers.
int converse(Side side, int requests) {
  var gone = side.operations.onPeerGone(side.peer);
  for (int answers = 0; answers < requests; answers++) {
    var answer = side.operations.trecv(side.room, side.peer, ANSWER, 0);
    side.operations.tsend(side.message, SIZE, side.peer, REQUEST); // fails if the server is gone
    CompletableFuture.anyOf(answer, gone).exceptionally(_ -> null).join();
    side.message.returned().join();
    if (gone.isDone()) {
      answer.cancel(false); // no effect if it has come before
      side.room.returned().join();
      if (answers > 0) {
        IO.println("The server is gone: " + gone.join().providerText());
      }
      return answers;
    }
    if (answers == 0) {
      IO.println("The server answers.");
    }
  }
  gone.cancel(false);
  return requests;
}

/// A node with a name, whose queue a virtual thread reads, and the one peer that it talks to.
class Side implements AutoCloseable {
  final Node node;
  final Operations operations;
  final LeasedBuffer message, room;
  final long peer;

  Side(String provider, String name, String peerName) {
    node = Node.open(provider, name);
    operations = Operations.driven(node.endpoint(), node.queue());
    message = LeasedBuffer.allocate(node.domain(), SIZE);
    room = LeasedBuffer.allocate(node.domain(), SIZE);
    peer = node.peer(peerName);
  }

  @Override
  public void close() {
    operations.close();
    node.close();
  }
}
