import dev.weft.rdmacm.*;
import dev.weft.verbs.*;
import dev.weft.verbs.attributes.*;
import dev.weft.verbs.completion.*;
import dev.weft.verbs.work.*;

/// A datagram goes to and fro. The server knows nobody: each message says where it came from.
static final int SIZE = 64, GLOBAL_ROUTE = 40, ROUNDS = 1_000;

void main() throws InterruptedException {
  try (var client = new Side();
      var server = new Side()) {
    var echo = Thread.startVirtualThread(server::echo);
    var path = AddressHandleAttributes.local(server.own.lid());
    try (var toServer = client.domain.createAh(path)) {
      int whole = 0;
      for (int round = 0; round < ROUNDS; round++) {
        client.send(toServer, server.own.queuePair(), round);
        client.receive();
        whole += client.number() == round ? 1 : 0;
      }
      client.send(toServer, server.own.queuePair(), -1);
      IO.println(whole + " of " + ROUNDS + " datagrams came back.");
    }
    echo.join();
  }
}

/// A datagram queue pair with its queue, and a buffer that begins with room for the route header.
class Side implements AutoCloseable {
  final VerbsContext context = Devices.named("loopback0").open();
  final CompletionQueue queue = context.createCq(16, null, null, 0);
  final ProtectionDomain domain = context.allocPd();
  final Arena arena = Arena.ofShared();
  final MemorySegment room = arena.allocate(GLOBAL_ROUTE + SIZE, 8);
  final MemoryRegion region = domain.regMr(room, RegionAccess.LOCAL_WRITE);
  final QueuePair pair =
      domain.createQp(
          QueuePairInit.builder(QueuePairType.UD).completionQueue(queue).signalAll(true).build());
  final QueuePairAddress own = QueuePairAddress.of(pair);
  final ReceiveWorkRequest receive =
      new ReceiveWorkRequest().buffer(region, 0, GLOBAL_ROUTE + SIZE);
  final SendWorkRequest send =
      new SendWorkRequest().buffer(region, GLOBAL_ROUTE, SIZE).flags(SendFlags.INLINE);
  final WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 1);

  Side() {
    QueuePairTransitions.initialise(pair, 0);
    pair.postRecv(receive);
    QueuePairTransitions.activate(pair, own);
  }

  /// Inline: the buffer is free at once.
  void send(AddressHandle to, int queuePair, int number) {
    room.set(ValueLayout.JAVA_INT_UNALIGNED, GLOBAL_ROUTE, number);
    int errno = pair.postSend(send.to(to, queuePair, QueuePairTransitions.USUAL_QKEY));
    if (errno != 0) {
      throw new IllegalStateException(VerbsErrno.strerror(errno));
    }
  }

  /// Looks until a datagram has come, past what was sent. It lies after the route header, whether
  /// there is one or not.
  void receive() {
    while (queue.poll(batch, 1) == 0 || !CompletionOpcode.isReceive(batch.opcode(0))) {
      Thread.yield();
    }
    pair.postRecv(receive);
  }

  int number() {
    return room.get(ValueLayout.JAVA_INT_UNALIGNED, GLOBAL_ROUTE);
  }

  void echo() {
    for (receive(); number() >= 0; receive()) {
      try (var back = domain.createAhFromWc(1, batch, 0, room)) {
        send(back, batch.srcQp(0), number());
      }
    }
  }

  @Override
  public void close() {
    List.of(pair, region, domain, queue).forEach(VerbsObject::close);
    context.close();
    arena.close();
  }
}
