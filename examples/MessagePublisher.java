import dev.weft.fabric.*;
import dev.weft.futures.*;
import java.util.concurrent.Flow;

/// Messages as a `Flow.Publisher`: what the subscriber requests is what is posted as receives, so
/// that a slow subscriber slows the sender down. `--provider NAME` chooses a fabric.
static final int MESSAGES = 1_000, SIZE = 64, MAX_AT_ONCE = 16, BATCH = 8;

void main(String... args) throws InterruptedException {
  var provider = new Arguments("MessagePublisher.java [--provider NAME]", args).provider();
  try (var server = Node.open(provider);
      var client = Node.open(provider);
      var receives = Operations.driven(server.endpoint(), server.queue());
      var sends = Operations.driven(client.endpoint(), client.queue())) {
    var sum = new Summing();
    new Messages(server, receives).subscribe(sum);
    long peer = client.peer(server.address());
    try (var letter = LeasedBuffer.allocate(client.domain(), SIZE)) {
      for (int number = 1; number <= MESSAGES; number++) {
        letter.segment().set(ValueLayout.JAVA_INT, 0, number);
        sends.send(letter, SIZE, peer).join(); // done when the message was received
      }
    }
    sum.done.await();
    IO.println(sum.messages + " messages, " + sum.total + " in sum.");
  }
}

/// Publishes what a node receives, to one subscriber, in order.
class Messages implements Flow.Publisher<MemorySegment>, Flow.Subscription {
  final Operations operations;
  final Deque<LeasedBuffer> free = new ArrayDeque<>();
  Flow.Subscriber<? super MemorySegment> subscriber;
  long demand;

  Messages(Node node, Operations operations) {
    this.operations = operations;
    for (int i = 0; i < MAX_AT_ONCE; i++) {
      free.add(LeasedBuffer.allocate(node.domain(), SIZE));
    }
  }

  @Override
  public void subscribe(Flow.Subscriber<? super MemorySegment> subscriber) {
    this.subscriber = subscriber;
    subscriber.onSubscribe(this);
  }

  @Override
  public synchronized void request(long count) {
    if (count <= 0) {
      fail(new IllegalArgumentException("count=" + count + ", allowed 1 or more"));
      return;
    }
    demand = Math.min(demand, Long.MAX_VALUE - count) + count;
    post();
  }

  synchronized void post() {
    while (demand > 0 && !free.isEmpty()) {
      demand--;
      var room = free.remove();
      operations
          .recv(room, FabricAddress.UNSPEC)
          .thenAccept(got -> publish(room, got.length()))
          .exceptionally(this::fail);
    }
  }

  /// The thread that reads the queue calls this, for one message after the other.
  void publish(LeasedBuffer room, long length) {
    subscriber.onNext(room.segment().asSlice(0, length)); // valid until onNext returns
    synchronized (this) {
      free.add(room);
      post();
    }
  }

  Void fail(Throwable failure) {
    subscriber.onError(failure);
    return null;
  }

  @Override
  public synchronized void cancel() {
    demand = 0;
  }
}

/// A subscriber that requests a batch whenever it has had one.
class Summing implements Flow.Subscriber<MemorySegment> {
  final CountDownLatch done = new CountDownLatch(MESSAGES);
  Flow.Subscription subscription;
  int messages;
  long total;

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(BATCH);
  }

  @Override
  public void onNext(MemorySegment message) {
    total += message.get(ValueLayout.JAVA_INT, 0);
    if (++messages % BATCH == 0) {
      subscription.request(BATCH);
    }
    done.countDown();
  }

  @Override
  public void onError(Throwable failure) {
    if (messages < MESSAGES) { // else the receives that are left are cancelled at the end
      failure.printStackTrace();
    }
  }

  @Override
  public void onComplete() {}
}
