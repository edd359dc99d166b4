import dev.weft.rdmacm.*;
import dev.weft.verbs.*;
import dev.weft.verbs.attributes.*;
import dev.weft.verbs.completion.*;
import dev.weft.verbs.work.*;

/// Sends one message from a reliable queue pair to another, then one for which the receiver's
/// buffer is too short, and shows how every work request ended.
static final int SIZE = 64;

void main() {
  try (var arena = Arena.ofShared();
      var context = Devices.named("loopback0").open();
      var domain = context.allocPd();
      var queue = context.createCq(16, null, null, 0);
      var region = domain.regMr(arena.allocate(2 * SIZE), RegionAccess.LOCAL_WRITE);
      var sender = domain.createQp(init(queue));
      var receiver = domain.createQp(init(queue))) {
    connect(sender, receiver);
    var batch = WorkCompletionBatch.allocate(arena, 16);

    receiver.postRecv(new ReceiveWorkRequest().wrId(1).buffer(region, 0, SIZE));
    receiver.postRecv(new ReceiveWorkRequest().wrId(2).buffer(region, 0, 3));
    receiver.postRecv(new ReceiveWorkRequest().wrId(3).buffer(region, 0, SIZE));
    region.memory().setString(SIZE, "hello");
    var send = new SendWorkRequest().send().buffer(region, SIZE, 6).flags(SendFlags.SIGNALED);
    sender.postSend(send.wrId(4));
    show(queue, batch, 2);
    IO.println("Received: " + region.memory().getString(0));

    sender.postSend(send.wrId(5)); // six bytes into a buffer of three
    sender.postSend(send.wrId(6));
    show(queue, batch, 4);
    IO.println("sender " + sender.state() + ", receiver " + receiver.state());
  }
}

void show(CompletionQueue queue, WorkCompletionBatch batch, int expected) {
  for (int seen = 0; seen < expected; ) {
    int count = queue.poll(batch, batch.capacity());
    for (int i = 0; i < count; i++) {
      IO.println("wr_id " + batch.wrId(i) + ": " + CompletionStatus.text(batch.status(i)));
    }
    seen += count;
  }
}

QueuePairInit init(CompletionQueue queue) {
  return QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build();
}

void connect(QueuePair here, QueuePair there) {
  var one = QueuePairAddress.of(here);
  var other = QueuePairAddress.of(there);
  QueuePairTransitions.makeReady(there, 0, other, one); // the peer gets no remote access
  QueuePairTransitions.makeReady(here, 0, one, other);
}
