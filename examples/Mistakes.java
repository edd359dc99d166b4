import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.info.*;
import dev.weft.fabric.poll.*;
import dev.weft.futures.*;

/// Makes common mistakes with endpoints and completion queues, and prints what the library says.
static final FabricInfo INFO =
    Fabrics.getInfo(FabricInfo.builder().provider("loopback").build()).getFirst();

static final int SIZE = 64;

void main() {
  explain("query", this::query);
  explain("open", this::open);
  explain("post", this::post);
  explain("read", this::read);
  explain("complete", this::complete);
  explain("futures", this::futures);
  explain("shm", this::sharedMemory);
}

void explain(String part, Runnable mistakes) {
  IO.println("-- " + part);
  mistakes.run();
}

void query() {
  thrown(() -> Fabrics.getInfo(FabricInfo.builder().provider("verbs").build()));
  thrown(() -> Fabrics.getInfo(FabricInfo.builder().capabilities(Capabilities.MULTICAST).build()));
}

void open() {
  try (var node = new Node(CompletionFormat.CONTEXT)) {
    try (var endpoint = node.domain.openEndpoint(INFO)) {
      thrown(endpoint::enable);
      endpoint.bind(node.queue, BindFlags.TRANSMIT | BindFlags.RECV);
      thrown(endpoint::enable);
    }
    thrown(() -> node.endpoint.bind(node.queue, BindFlags.TRANSMIT));
    thrown(node.queue::close);
    var named = INFO.toBuilder().sourceAddress(node.endpoint.name()).build();
    try (var endpoint = node.domain.openEndpoint(named)) {
      endpoint.bind(node.queue, BindFlags.TRANSMIT | BindFlags.RECV);
      endpoint.bind(node.peers, 0);
      thrown(endpoint::enable);
    }
    var nowhere = INFO.toBuilder().sourceAddress("10.0.0.1:7471".getBytes()).build();
    thrown(() -> node.domain.openEndpoint(nowhere));
    var memory = node.domain.allocate(SIZE);
    try (var _ = node.domain.register(memory, AccessFlags.REMOTE, 7)) {
      thrown(() -> node.domain.register(memory, AccessFlags.REMOTE, 7));
    }
  }
}

void post() {
  try (var node = new Node(CompletionFormat.CONTEXT);
      var confined = Arena.ofConfined()) {
    var memory = node.domain.allocate(SIZE);
    var heap = MemorySegment.ofArray(new byte[SIZE]);
    thrown(() -> node.endpoint.send(heap, SIZE, node.self, 1));
    thrown(() -> node.endpoint.send(confined.allocate(SIZE), SIZE, node.self, 1));
    thrown(() -> node.endpoint.send(memory, SIZE + 1, node.self, 1));
    returned("send to nobody", node.endpoint.send(memory, SIZE, 99, 1));
    var large = node.domain.allocate(1 << 20);
    returned("inject", node.endpoint.inject(large, 1 << 20, node.self));
    int result = 0;
    while (result == 0) {
      result = node.endpoint.send(memory, SIZE, node.self, 1);
    }
    returned("send without reading", result);
  }
  var untagged = FabricInfo.builder().capabilities(Capabilities.MSG).build();
  try (var node = new Node(CompletionFormat.CONTEXT, Fabrics.getInfo(untagged).getFirst())) {
    returned("tsend", node.endpoint.tsend(node.domain.allocate(SIZE), SIZE, node.self, 7, 1));
  }
}

void read() {
  try (var node = new Node(CompletionFormat.CONTEXT);
      var polled =
          node.domain.openCompletionQueue(
              CompletionQueueAttributes.polling(CompletionFormat.CONTEXT))) {
    var tagged = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 4);
    thrown(() -> node.queue.read(tagged, 4));
    thrown(() -> node.batch.length(0));
    thrown(() -> node.queue.read(node.batch, 5));
    returned("sread", polled.sread(node.batch, 1, 0, -1));
    thrown(() -> polled.control(ControlCommand.GETWAIT));
    try (CompletionSelector<String> selector = node.fabric.openSelector()) {
      thrown(() -> selector.register(polled, "polled"));
    }
  }
}

void complete() {
  var hints = FabricInfo.builder().capabilities(Capabilities.MSG | Capabilities.RMA).build();
  try (var node = new Node(CompletionFormat.CONTEXT, Fabrics.getInfo(hints).getFirst())) {
    var memory = node.domain.allocate(SIZE);
    try (var _ = node.domain.register(memory, AccessFlags.REMOTE_READ, 7)) {
      node.endpoint.read(memory, SIZE, node.self, 0, 8, 1);
      node.failure();
      node.endpoint.write(memory, SIZE, node.self, 0, 7, 2);
      node.failure();
    }
    node.endpoint.recv(memory, 3, FabricAddress.UNSPEC, 3);
    node.endpoint.inject(memory, 5, node.self);
    node.failure();
    node.endpoint.recv(memory, SIZE, FabricAddress.UNSPEC, 4);
    node.endpoint.cancel(4);
    node.failure();
  }
}

void futures() {
  try (var node = new Node(CompletionFormat.CONTEXT);
      var operations = Operations.manual(node.endpoint, node.queue)) {
    var buffer = LeasedBuffer.allocate(node.domain, SIZE);
    var received = operations.recv(buffer, FabricAddress.UNSPEC);
    thrown(() -> operations.send(buffer, SIZE, node.self));
    thrown(buffer::segment);
    received.cancel(false);
    operations.await(buffer.returned());
    operations.close();
    thrown(() -> operations.send(buffer, SIZE, node.self));
  }
}

void sharedMemory() {
  var hints = FabricInfo.builder().provider("shm").capabilities(Capabilities.MSG).build();
  var info = Fabrics.getInfo(hints).getFirst();
  try (var node = new Node(CompletionFormat.CONTEXT, info)) {
    var name = "shm://" + info.fabric().name() + "/no-such-program";
    long absent = node.peers.insert(name.getBytes());
    node.endpoint.send(node.domain.allocate(SIZE), SIZE, absent, 5);
    node.failure();
  }
}

void thrown(Runnable mistake) {
  try {
    mistake.run();
    throw new AssertionError("no exception");
  } catch (RuntimeException e) {
    IO.println(e.getClass().getSimpleName() + ": " + e.getMessage());
  }
}

void returned(String call, int result) {
  IO.println(call + ": -" + Errno.name(-result) + " (" + Errno.strerror(-result) + ")");
}

/// An endpoint that can send to itself.
class Node implements AutoCloseable {
  final Fabric fabric;
  final Domain domain;
  final CompletionQueue queue;
  final AddressVector peers;
  final Endpoint endpoint;
  final CompletionBatch batch;
  final long self;

  Node(CompletionFormat format) {
    this(format, INFO);
  }

  Node(CompletionFormat format, FabricInfo info) {
    fabric = Fabrics.open(info);
    domain = fabric.openDomain(info);
    queue = domain.openCompletionQueue(CompletionQueueAttributes.blocking(format));
    peers = domain.openAddressVector(AddressVectorAttributes.defaults());
    endpoint = domain.openEndpoint(info);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
    batch = CompletionBatch.allocate(Arena.ofAuto(), format, 4);
    self = peers.insert(endpoint.name());
  }

  /// Waits for a failure at the head of the queue, and prints it.
  void failure() {
    int count;
    do {
      count = queue.sread(batch, 1, 0, -1);
    } while (count != -Errno.EAVAIL);
    var entry = ErrorCompletion.allocate(Arena.ofAuto());
    queue.readErr(entry, 0);
    IO.println(entry);
  }

  @Override
  public void close() {
    List.of(endpoint, peers, queue, domain, fabric).forEach(FabricObject::close);
  }
}
