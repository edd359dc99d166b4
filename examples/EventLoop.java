import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.poll.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

/// One thread serves a completion queue and a TCP port: both lie in one `java.nio` selector.
static final int LETTERS = 100, CALLS = 3, SIZE = 64;

void main() throws Exception {
  var info = Fabrics.getInfo().getFirst();
  var attributes =
      CompletionQueueAttributes.builder()
          .format(CompletionFormat.MSG)
          .waitObject(WaitObject.FD)
          .build();
  try (var fabric = Fabrics.open(info);
      var domain = fabric.openDomain(info);
      var queue = domain.openCompletionQueue(attributes);
      var peers = domain.openAddressVector(AddressVectorAttributes.defaults());
      var endpoint = domain.openEndpoint(info);
      var listener = ServerSocketChannel.open().bind(new InetSocketAddress("localhost", 0));
      var selector = Selector.open()) {
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
    var handle = (ChannelHandle) queue.control(ControlCommand.GETWAIT);
    handle.channel().register(selector, SelectionKey.OP_READ);
    listener.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);

    long self = peers.insert(endpoint.name());
    int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
    var writer = Thread.startVirtualThread(() -> write(endpoint, self));
    var caller = Thread.startVirtualThread(() -> call(port));
    serve(fabric, queue, endpoint, selector);
    writer.join();
    caller.join();
  }
}

void serve(Fabric fabric, CompletionQueue queue, Endpoint endpoint, Selector selector)
    throws IOException {
  var batch = CompletionBatch.allocate(Arena.ofAuto(), queue.format(), 16);
  var room = Arena.ofAuto().allocate(SIZE);
  endpoint.recv(room, SIZE, FabricAddress.UNSPEC, 0);
  int letters = 0, calls = 0;
  while (letters < LETTERS || calls < CALLS) {
    if (fabric.tryWait(queue) == 0) {
      selector.select(); // every later completion makes the channel readable
    } else {
      selector.selectNow(); // completions are queued: serve the other channels without waiting
    }
    for (var key : selector.selectedKeys()) {
      calls += key.isAcceptable() ? answer((ServerSocketChannel) key.channel()) : 0;
    }
    selector.selectedKeys().clear();
    for (int count = 1; count > 0; letters += Math.max(count, 0)) {
      count = queue.read(batch, 1); // until -FI_EAGAIN; never read from the channel itself
      if (count == 1) {
        endpoint.recv(room, SIZE, FabricAddress.UNSPEC, 0);
      }
    }
  }
  IO.println(letters + " messages and " + calls + " TCP calls, served by one thread.");
}

int answer(ServerSocketChannel listener) throws IOException {
  try (var caller = listener.accept()) {
    caller.write(ByteBuffer.wrap("hello".getBytes()));
    return 1;
  }
}

/// Sends letters to the endpoint; without a completion, because it injects them.
void write(Endpoint endpoint, long self) {
  var letter = Arena.ofAuto().allocate(SIZE);
  for (int i = 0; i < LETTERS; i++) {
    while (endpoint.inject(letter, SIZE, self) == -Errno.EAGAIN) {
      Thread.yield(); // the loop's reads make room
    }
  }
}

void call(int port) {
  for (int i = 0; i < CALLS; i++) {
    try (var socket = new Socket("localhost", port)) {
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
