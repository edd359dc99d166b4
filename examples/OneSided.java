import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.info.*;
import dev.weft.fabric.message.*;
import dev.weft.fabric.poll.*;

/// Writes, reads and adds to memory that a peer has registered, counts what arrived there, and asks
/// for what the peer does not grant. `--provider NAME` chooses a fabric.
static final int SIZE = 4096, KEY = 7;

void main(String... args) {
  var provider = new Arguments("OneSided.java [--provider NAME]", args).provider();
  var hints =
      FabricInfo.builder()
          .provider(provider)
          .capabilities(Capabilities.RMA | Capabilities.ATOMIC | Capabilities.RMA_EVENT)
          .progress(ProgressModel.AUTO) // no thread of ours works for the target
          .build();
  var info = Fabrics.getInfo(hints).getFirst();
  try (var fabric = Fabrics.open(info);
      var domain = fabric.openDomain(info);
      var here = new Node(domain, info);
      var there = new Node(domain, info)) {
    var memory = domain.allocate(SIZE);
    var waiting = CounterAttributes.builder().waitObject(WaitObject.UNSPEC).build();
    try (var arrived = domain.openCounter(waiting);
        var region = domain.register(memory, AccessFlags.REMOTE, KEY)) {
      region.bind(arrived, BindFlags.REMOTE_WRITE);
      long peer = here.peers.insert(there.endpoint.name());
      var own = domain.allocate(SIZE);

      own.fill((byte) 1);
      here.endpoint.write(own, SIZE, peer, 0, KEY, 1); // offset 0 of region 7, context 1
      arrived.await(1, -1); // sleeps until one write has arrived at the target
      here.complete("write");
      IO.println("The same bytes there: " + (memory.mismatch(own) < 0));

      own.fill((byte) 0);
      here.endpoint.read(own, SIZE, peer, 0, KEY, 2);
      here.complete("read");
      IO.println("The same bytes here: " + (memory.mismatch(own) < 0));

      memory.set(ValueLayout.JAVA_LONG, 0, 40);
      var add = domain.allocate(8);
      add.set(ValueLayout.JAVA_LONG, 0, 2);
      var target = new AtomicTarget(DataType.INT64).destination(peer).key(KEY); // one, offset 0
      here.endpoint.fetchAtomic(add, own, target, AtomicOperation.SUM, 3);
      here.complete("fetch-add");
      IO.println("before: " + own.get(ValueLayout.JAVA_LONG, 0));
      IO.println("after: " + memory.get(ValueLayout.JAVA_LONG, 0));

      here.endpoint.write(own, SIZE, peer, 8, KEY, 4); // reaches eight bytes beyond the end
      here.complete("write beyond the end");
    }
  }
}

/// An endpoint with its queue.
class Node implements AutoCloseable {
  final CompletionQueue queue;
  final AddressVector peers;
  final Endpoint endpoint;
  final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.CONTEXT, 1);
  final ErrorCompletion failure = ErrorCompletion.allocate(Arena.ofAuto());

  Node(Domain domain, FabricInfo info) {
    queue = domain.openCompletionQueue(CompletionQueueAttributes.blocking(batch.format()));
    peers = domain.openAddressVector(AddressVectorAttributes.defaults());
    endpoint = domain.openEndpoint(info);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
  }

  /// Waits for the completion of the operation that was posted last.
  void complete(String operation) {
    if (queue.sread(batch, 1, 0, -1) == 1) {
      IO.println(operation + ": done");
    } else if (queue.readErr(failure, 0) == 1) {
      IO.println(operation + ": " + failure);
    }
  }

  @Override
  public void close() {
    List.of(endpoint, peers, queue).forEach(FabricObject::close);
  }
}
