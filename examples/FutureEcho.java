import dev.weft.fabric.*;
import dev.weft.futures.*;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/// An echo with a future for each operation, a cancelled one and one that fails, which explains
/// itself. `--provider NAME` chooses a fabric.
static final int ROUNDS = 1_000, SIZE = 64;

static final long PING = 1, PONG = 2, NEVER = 3, LONG = 4;

void main(String... args) {
  var provider = new Arguments("FutureEcho.java [--provider NAME]", args).provider();
  try (var server = new Side(provider);
      var client = new Side(provider)) {
    server.echo(server.node.peer(client.node.address()));
    long peer = client.node.peer(server.node.address());

    var message = client.buffer(SIZE);
    var room = client.buffer(SIZE);
    int whole = 0;
    for (int round = 0; round < ROUNDS; round++) {
      message.segment().fill((byte) round);
      var pong = client.operations.trecv(room, peer, PONG, 0);
      client.operations.tsend(message, SIZE, peer, PING).join();
      whole += pong.join().length() == SIZE && same(room, message) ? 1 : 0;
    }
    IO.println(whole + " of " + ROUNDS + " messages came back whole.");

    var never = client.operations.trecv(room, peer, NEVER, 0).orTimeout(10, TimeUnit.MILLISECONDS);
    var _ = never.exceptionally(_ -> null).join();
    IO.println("Given up: " + room.returned().join()); // the buffer is ours again, not before

    var small = server.buffer(4);
    var cut = server.operations.trecv(small, FabricAddress.UNSPEC, LONG, 0);
    client.operations.tsend(message, SIZE, peer, LONG).join();
    try {
      cut.join();
    } catch (CompletionException failed) {
      IO.println(failed.getCause().getMessage());
    }
  }
}

boolean same(LeasedBuffer one, LeasedBuffer other) {
  return one.segment().mismatch(other.segment()) < 0;
}

/// A node whose queue a virtual thread reads.
class Side implements AutoCloseable {
  final Node node;
  final Operations operations;

  Side(String provider) {
    node = Node.open(provider);
    operations = Operations.driven(node.endpoint(), node.queue());
  }

  LeasedBuffer buffer(long bytes) {
    return LeasedBuffer.allocate(node.domain(), bytes);
  }

  /// Sends back whatever comes with the tag PING, until the operations are closed.
  void echo(long to) {
    again(buffer(SIZE), to);
  }

  private void again(LeasedBuffer room, long to) {
    var _ =
        operations
            .trecv(room, to, PING, 0)
            .thenCompose(got -> operations.tsend(room, got.length(), to, PONG))
            .thenAccept(_ -> again(room, to));
  }

  @Override
  public void close() {
    operations.close(); // and with it the endpoint: what is pending is given up
    node.close();
  }
}
