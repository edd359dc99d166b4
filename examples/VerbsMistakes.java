import dev.weft.rdmacm.*;
import dev.weft.verbs.*;
import dev.weft.verbs.attributes.*;
import dev.weft.verbs.completion.*;
import dev.weft.verbs.work.*;

/// Makes common mistakes with the verbs API, and prints what the library says.
static final int SIZE = 64;

void main() {
  try (var node = new Node()) {
    open(node);
    post(node);
    read(node);
    statuses(node);
  }
}

void open(Node node) {
  thrown(() -> Devices.named("mlx5_0"));
  thrown(() -> node.context.createCq(0, null, null, 0));
  thrown(() -> node.domain.regMr(node.memory, RegionAccess.REMOTE_WRITE));
  thrown(() -> node.domain.regMr(MemorySegment.ofArray(new byte[SIZE]), 0));
  thrown(() -> node.domain.createQp(QueuePairInit.builder(QueuePairType.RC).build()));
  thrown(node.domain::close);
  try (var pair = node.pair()) {
    var own = QueuePairAddress.of(pair);
    thrown(() -> QueuePairTransitions.connect(pair, own, own)); // it is in RESET, not in INIT
  }
}

void post(Node node) {
  try (var pair = node.pair()) {
    var send = new SendWorkRequest().send().buffer(node.region, 0, SIZE);
    returned("post_send in RESET", pair.postSend(send));
    QueuePairTransitions.initialise(pair, 0);
    var receive = new ReceiveWorkRequest().buffer(node.region, 0, SIZE);
    int errno = 0;
    while (errno == 0) {
      errno = pair.postRecv(receive);
    }
    returned("post_recv into a full queue", errno);
    var many = new ReceiveWorkRequest();
    many.buffers().add(node.region, 0, 8).add(node.region, 8, 8);
    returned("post_recv of two buffers", pair.postRecv(many));
  }
}

void read(Node node) {
  var init = CompletionQueueInit.builder(4).wcFlags(WcFields.BYTE_LEN).build();
  try (var queue = node.context.createCqEx(init);
      var pair = node.pair(queue)) {
    thrown(queue::endPoll);
    node.connect(pair, pair, 0);
    pair.postRecv(new ReceiveWorkRequest().buffer(node.region, 0, SIZE));
    pair.postSend(new SendWorkRequest().send().buffer(node.region, 0, SIZE));
    while (queue.startPoll() != 0) {}
    thrown(queue::readImmData);
    thrown(queue::startPoll);
    queue.endPoll();
    thrown(() -> queue.ackEvents(1));
  }
  try (var queue = node.context.createCq(1, null, null, 0);
      var pair = node.pair(queue)) {
    node.connect(pair, pair, 0);
    pair.postRecv(new ReceiveWorkRequest().buffer(node.region, 0, SIZE));
    pair.postRecv(new ReceiveWorkRequest().buffer(node.region, 0, SIZE));
    QueuePairTransitions.fail(pair); // flushes two receives into a queue of one entry
    queue.poll(node.batch, 1);
    returned("poll after an overrun", -queue.poll(node.batch, 1));
  }
}

/// Requests that complete with a status other than success.
void statuses(Node node) {
  node.status("no receive posted", send -> send.send(), 0);
  node.status("a key that no region has", send -> send.write(0, 4711), RegionAccess.REMOTE_WRITE);
  node.status(
      "a region without remote access",
      send -> send.write(node.region.address(), node.region.rkey()),
      RegionAccess.REMOTE_WRITE);
  IO.println(CompletionStatus.explain(CompletionStatus.REM_ACCESS_ERR));
}

void thrown(Runnable mistake) {
  try {
    mistake.run();
    throw new AssertionError("no exception");
  } catch (RuntimeException e) {
    IO.println(e.getClass().getSimpleName() + ": " + e.getMessage());
  }
}

void returned(String call, int errno) {
  IO.println(call + ": " + VerbsErrno.name(errno) + " (" + VerbsErrno.strerror(errno) + ")");
}

/// A device with memory and a queue.
class Node implements AutoCloseable {
  final VerbsContext context = Devices.named("loopback0").open();
  final ProtectionDomain domain = context.allocPd();
  final Arena arena = Arena.ofShared();
  final MemorySegment memory = arena.allocate(SIZE, 8);
  final MemoryRegion region = domain.regMr(memory, RegionAccess.LOCAL_WRITE);
  final CompletionQueue queue = context.createCq(16, null, null, 0);
  final WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 1);

  QueuePair pair() {
    return pair(queue);
  }

  QueuePair pair(CompletionQueue queue) {
    return domain.createQp(QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build());
  }

  /// Connects two queue pairs, or one to itself; they retry once.
  void connect(QueuePair here, QueuePair there, int access) {
    var pairs = new HashSet<>(List.of(here, there)); // one, if it is connected to itself
    var one = QueuePairAddress.of(here);
    var other = here == there ? one : QueuePairAddress.of(there); // each has its own first number
    var once = ConnectionParameters.usual().withRetries(1, 1);
    pairs.forEach(pair -> QueuePairTransitions.initialise(pair, access));
    pairs.forEach(
        pair ->
            QueuePairTransitions.connect(
                pair, pair == here ? one : other, pair == here ? other : one, once));
  }

  void status(String mistake, UnaryOperator<SendWorkRequest> request, int access) {
    try (var here = pair();
        var there = pair()) {
      connect(here, there, access);
      var send = new SendWorkRequest().buffer(region, 0, 8).flags(SendFlags.SIGNALED);
      here.postSend(request.apply(send));
      while (queue.poll(batch, 1) == 0) {}
      IO.println(mistake + ": " + batch.describe(0));
    }
  }

  @Override
  public void close() {
    List.of(queue, region, domain).forEach(VerbsObject::close);
    context.close();
    arena.close();
  }
}
