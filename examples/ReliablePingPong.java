import dev.weft.rdmacm.*;
import dev.weft.verbs.*;
import dev.weft.verbs.attributes.*;
import dev.weft.verbs.completion.*;
import dev.weft.verbs.work.*;

/// A message goes to and fro between two reliable queue pairs, found by address as with rdma_cm;
/// both sides sleep until an event says that a completion has come. Both run in this process; or
/// one in each: `ReliablePingPong.java --device shm0 server` here, which says its port, and
/// `ReliablePingPong.java --device shm0 --port PORT client` there.
static final int SIZE = 64, ROUNDS = 1_000;

static String device;

void main(String... args) throws Exception {
  var usage = "ReliablePingPong.java [--device NAME] [--port NUMBER] [server|client]";
  var arguments = new Arguments(usage, args);
  device = arguments.device();
  int least = arguments.has("client") ? 1 : 0; // 0: any that is free
  int port = arguments.number("--port", 0, least, 65_535);
  var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  if (arguments.has("client")) {
    call(address);
    return;
  }
  var events = new ConnectionChannel();
  try (var listener = ConnectionListener.open(events, address, 1, null)) {
    IO.println("Listening on port " + listener.address().getPort());
    var server = new FutureTask<>(() -> serve(events));
    Thread.startVirtualThread(server);
    if (!arguments.has("server")) {
      call(listener.address());
    }
    server.get();
  }
}

Void serve(ConnectionChannel events) throws Exception {
  var request = events.getEvent(); // CONNECT_REQUEST
  try (var id = request.id();
      var side = new Side(id)) {
    IO.println("The caller says " + new String(request.privateData()));
    id.accept(ConnectionParameters.usual(), "welcome".getBytes());
    side.expect(ConnectionEventType.ESTABLISHED, events.getEvent());
    for (int round = 0; round < ROUNDS; round++) {
      side.receive();
      side.send(side.room.getAtIndex(ValueLayout.JAVA_INT, 0));
    }
    side.expect(ConnectionEventType.DISCONNECTED, events.getEvent());
  }
  return null;
}

void call(InetSocketAddress server) throws Exception {
  var events = new ConnectionChannel();
  try (var id = new ConnectionId(events, null);
      var side = new Side(id)) {
    id.connect(server, ConnectionParameters.usual(), "hello".getBytes());
    var established = events.getEvent();
    side.expect(ConnectionEventType.ESTABLISHED, established);
    IO.println("The server says " + new String(established.privateData()));
    int whole = 0;
    for (int round = 0; round < ROUNDS; round++) {
      side.send(round);
      side.receive();
      whole += side.room.getAtIndex(ValueLayout.JAVA_INT, 0) == round ? 1 : 0;
    }
    IO.println(whole + " of " + ROUNDS + " messages came back.");
    id.disconnect();
  }
}

/// What each side has: a queue pair with its queue and the channel to sleep on, and two buffers.
class Side implements AutoCloseable {
  static final long RECEIVED = 1, SENT = 2;

  final VerbsContext context = Devices.named(device).open();
  final CompletionChannel channel = context.createCompletionChannel();
  final CompletionQueue queue = context.createCq(16, null, channel, 0);
  final ProtectionDomain domain = context.allocPd();
  final Arena arena = Arena.ofShared();
  final MemorySegment room = arena.allocate(2 * SIZE, 8); // what comes, then what goes
  final MemoryRegion region = domain.regMr(room, RegionAccess.LOCAL_WRITE);
  final QueuePair pair;
  final ReceiveWorkRequest receive =
      new ReceiveWorkRequest().wrId(RECEIVED).buffer(region, 0, SIZE);
  final SendWorkRequest send = new SendWorkRequest().wrId(SENT).buffer(region, SIZE, SIZE);
  final WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 1);
  final CompletionEvent event = new CompletionEvent();

  Side(ConnectionId id) {
    var init = QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).signalAll(true);
    pair = id.createQp(domain, init.build());
    pair.postRecv(receive);
  }

  void send(int number) {
    room.set(ValueLayout.JAVA_INT, SIZE, number);
    int errno = pair.postSend(send);
    if (errno != 0) {
      throw new IllegalStateException(VerbsErrno.strerror(errno));
    }
  }

  /// Returns when a message is in the room; what was sent completes on the way.
  void receive() {
    while (next() != RECEIVED) {}
    pair.postRecv(receive); // into the same room, which nobody writes before we answer
  }

  /// The next completion: arm, look, and only then sleep, so that none is missed.
  long next() {
    while (queue.poll(batch, 1) == 0) {
      queue.requestNotify(false);
      if (queue.poll(batch, 1) == 1) {
        break;
      }
      channel.getEvent(event);
      event.queue().ackEvents(1);
    }
    if (batch.status(0) != CompletionStatus.SUCCESS) {
      throw new IllegalStateException(batch.describe(0));
    }
    return batch.wrId(0);
  }

  void expect(ConnectionEventType type, ConnectionEvent happened) {
    if (happened.type() != type) {
      throw new IllegalStateException(happened.toString());
    }
  }

  @Override
  public void close() {
    List.of(pair, region, domain, queue, channel).forEach(VerbsObject::close);
    context.close();
    arena.close();
  }
}
