import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.info.*;
import dev.weft.futures.*;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/// An echo with a future for each operation, a cancelled one and one that fails, which explains
/// itself. `--provider NAME` chooses a fabric.
static final int ROUNDS = 1_000, SIZE = 64;

static final long PING = 1, PONG = 2, NEVER = 3, LONG = 4;

void main(String... args) {
  var hints =
      FabricInfo.builder()
          .provider(args.length == 2 ? args[1] : "loopback")
          .capabilities(Capabilities.TAGGED)
          .build();
  var info = Fabrics.getInfo(hints).getFirst();
  try (var fabric = Fabrics.open(info);
      var domain = fabric.openDomain(info);
      var server = new Side(domain, info);
      var client = new Side(domain, info)) {
    server.echo(server.peers.insert(client.endpoint.name()), domain);
    long peer = client.peers.insert(server.endpoint.name());

    var message = LeasedBuffer.allocate(domain, SIZE);
    var room = LeasedBuffer.allocate(domain, SIZE);
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

    var small = LeasedBuffer.allocate(domain, 4);
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

/// An endpoint whose queue a virtual thread reads.
class Side implements AutoCloseable {
  final CompletionQueue queue;
  final AddressVector peers;
  final Endpoint endpoint;
  final Operations operations;

  Side(Domain domain, FabricInfo info) {
    var blocking = CompletionQueueAttributes.blocking(CompletionFormat.TAGGED);
    queue = domain.openCompletionQueue(blocking);
    peers = domain.openAddressVector(AddressVectorAttributes.defaults());
    endpoint = domain.openEndpoint(info);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
    operations = Operations.driven(endpoint, queue);
  }

  /// Sends back whatever comes with the tag PING, until the operations are closed.
  void echo(long to, Domain domain) {
    again(LeasedBuffer.allocate(domain, SIZE), to);
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
    peers.close();
    queue.close();
  }
}
