import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.info.*;
import dev.weft.fabric.poll.*;
import java.util.concurrent.atomic.AtomicInteger;

/// A post office: each of 64 boxes has an endpoint and a queue of its own, and two virtual threads
/// serve them all, asleep in one selector while no letter comes. `--provider NAME` chooses a
// fabric.
static final int BOXES = 64, WRITERS = 8, LETTERS = 1_000, SIZE = 8;

void main(String... args) throws InterruptedException {
  var provider = new Arguments("ManyQueues.java [--provider NAME]", args).provider();
  var hints = FabricInfo.builder().provider(provider).build();
  var info = Fabrics.getInfo(hints).getFirst();
  var delivered = new AtomicInteger();
  var boxes = new ArrayList<Box>();
  var writers = new ArrayList<Box>();
  var threads = new ArrayList<Thread>();
  try (var fabric = Fabrics.open(info);
      var domain = fabric.openDomain(info);
      CompletionSelector<Box> selector = fabric.openSelector()) {
    for (int i = 0; i < BOXES; i++) {
      boxes.add(new Box(domain, info));
      selector.register(boxes.get(i).queue, boxes.get(i)); // members come, and go, at any time
    }
    for (int i = 0; i < 2; i++) {
      threads.add(Thread.startVirtualThread(() -> serve(selector, delivered)));
    }
    for (int i = 0; i < WRITERS; i++) {
      var writer = new Box(domain, info);
      writers.add(writer);
      threads.add(Thread.startVirtualThread(() -> write(writer, boxes)));
    }
    for (var thread : threads) {
      thread.join();
    }
    writers.forEach(Box::close);
    boxes.forEach(Box::close);
  }
  IO.println(delivered + " letters from " + WRITERS + " writers lay in " + BOXES + " boxes.");
}

/// Empties boxes until all letters are there; which thread is woken for which box is open.
void serve(CompletionSelector<Box> selector, AtomicInteger delivered) {
  int ready = 0;
  while (ready >= 0) { // negative once the selector is closed
    ready = selector.select(shown -> delivered.addAndGet(shown.attachment().empty()));
    if (delivered.get() == WRITERS * LETTERS) {
      selector.close();
    }
  }
}

/// Sends letters to boxes at random, from a box of its own.
void write(Box own, List<Box> boxes) {
  var random = new Random();
  for (int letter = 0; letter < LETTERS; letter++) {
    long to = own.peers.insert(boxes.get(random.nextInt(BOXES)).endpoint.name());
    while (own.endpoint.inject(own.memory, SIZE, to) == -Errno.EAGAIN) {
      own.queue.read(own.batch, 0); // drives progress until the box has room
    }
    own.peers.remove(to);
  }
}

/// An endpoint with one posted receive.
class Box {
  final CompletionQueue queue;
  final AddressVector peers;
  final Endpoint endpoint;
  final MemorySegment memory;
  final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.CONTEXT, 1);

  Box(Domain domain, FabricInfo info) {
    queue = domain.openCompletionQueue(CompletionQueueAttributes.blocking(batch.format()));
    peers = domain.openAddressVector(AddressVectorAttributes.defaults());
    endpoint = domain.openEndpoint(info);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
    memory = domain.allocate(SIZE);
    endpoint.recv(memory, SIZE, FabricAddress.UNSPEC, 0);
  }

  /// Takes all letters out; how many there were. Two threads may be shown the same box.
  synchronized int empty() {
    int letters = 0;
    while (queue.read(batch, 1) == 1) {
      endpoint.recv(memory, SIZE, FabricAddress.UNSPEC, 0);
      letters++;
    }
    return letters;
  }

  void close() {
    List.of(endpoint, peers, queue).forEach(FabricObject::close);
  }
}
