import static dev.weft.fabric.completion.CompletionFormat.*;

import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.info.*;

/// Shows the fields that each format of a completion queue has, then a failed operation between two
/// successful ones.
void main() {
  for (var format : List.of(CONTEXT, MSG, DATA, TAGGED)) {
    try (var node = new Node(format)) {
      node.receive(1, 16);
      node.send("hello");
      node.read();
      IO.println(format.stride() + " bytes an entry: " + node.batch);
    }
  }
  try (var node = new Node(MSG)) {
    node.receive(1, 16);
    node.receive(2, 3); // too short for the message
    node.receive(3, 16);
    for (int i = 0; i < 3; i++) {
      node.send("hello");
    }
    for (int ended = 0; ended < 3; ended++) {
      node.readOne();
    }
  }
}

/// An endpoint that sends to itself. Only its receives write completions: it injects what it sends.
class Node implements AutoCloseable {
  final FabricInfo info =
      Fabrics.getInfo(FabricInfo.builder().capabilities(Capabilities.TAGGED).build()).getFirst();
  final Fabric fabric = Fabrics.open(info);
  final Domain domain = fabric.openDomain(info);
  final AddressVector peers = domain.openAddressVector(AddressVectorAttributes.defaults());
  final Endpoint endpoint = domain.openEndpoint(info);
  final CompletionQueue queue;
  final CompletionBatch batch;
  final ErrorCompletion failure = ErrorCompletion.allocate(Arena.ofAuto());
  final MemorySegment room = domain.allocate(64);
  final long self;

  Node(CompletionFormat format) {
    queue = domain.openCompletionQueue(CompletionQueueAttributes.blocking(format));
    batch = CompletionBatch.allocate(Arena.ofAuto(), format, 1);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
    self = peers.insert(endpoint.name());
  }

  void receive(long context, int length) {
    endpoint.trecv(room, length, FabricAddress.UNSPEC, 7, 0, context);
  }

  /// A tagged message whose receiver also gets the 64 bits 42.
  void send(String text) {
    var bytes = Arena.ofAuto().allocateFrom(text);
    endpoint.tinjectData(bytes, text.length(), 42, self, 7);
  }

  int read() {
    return queue.sread(batch, 1, 0, -1);
  }

  void readOne() {
    int count = read();
    if (count == -Errno.EAVAIL) { // the oldest entry is a failure
      queue.readErr(failure, 0);
      IO.println("context " + failure.context() + " failed: " + failure);
    } else if (count > 0) {
      IO.println("context " + batch.context(0) + " received " + batch.length(0) + " bytes");
    }
  }

  @Override
  public void close() {
    List.of(endpoint, peers, queue, domain, fabric).forEach(FabricObject::close);
  }
}
