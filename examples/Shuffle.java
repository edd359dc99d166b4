import dev.weft.fabric.*;
import dev.weft.futures.*;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;

/// A shuffle: each of four workers sends a block of its own to every other one, in parts, and
/// checks what it gets. A window of parts is under way to each peer, so that memory is bounded;
/// the tag says who sends. `--provider NAME` chooses a fabric.
static final int WORKERS = 4, PARTS = 64, PART = 256 << 10, WINDOW = 4;

void main(String... args) throws Exception {
  var provider = new Arguments("Shuffle.java [--provider NAME]", args).provider();
  var workers = new ArrayList<Worker>();
  for (int number = 0; number < WORKERS; number++) {
    workers.add(new Worker(provider, number));
  }
  try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
    var results = new ArrayList<Future<Integer>>();
    for (var worker : workers) {
      results.add(threads.submit(() -> worker.shuffle(workers)));
    }
    int blocks = 0;
    for (var result : results) {
      blocks += result.get();
    }
    IO.println(blocks + " blocks of " + (PARTS * PART >> 20) + " MiB arrived whole.");
  }
  workers.forEach(Worker::close);
}

/// A node, and the operations whose queue a virtual thread reads.
class Worker implements AutoCloseable {
  final int number;
  final Node node;
  final Operations operations;

  Worker(String provider, int number) {
    this.number = number;
    node = Node.open(provider);
    operations = Operations.driven(node.endpoint(), node.queue());
  }

  /// Sends to all others and receives from all others, at the same time; how many blocks are whole.
  int shuffle(List<Worker> all) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var received = new ArrayList<Future<Long>>();
      var sent = new ArrayList<Future<?>>();
      for (var other : all) {
        if (other != this) {
          long peer = node.peer(other.node.address());
          received.add(threads.submit(() -> receive(other)));
          sent.add(threads.submit(() -> send(other, peer)));
        }
      }
      int whole = 0;
      for (int i = 0; i < received.size(); i++) {
        sent.get(i).get();
        var other = all.get(i < number ? i : i + 1);
        whole += received.get(i).get() == checksum(other.number, number) ? 1 : 0;
      }
      return whole;
    }
  }

  /// A part is filled once its buffer is free again, which is when the window lets it go.
  void send(Worker other, long peer) {
    pipeline(
        (room, part) -> {
          fill(room.segment(), number, other.number, part);
          return operations.tsend(room, PART, peer, number);
        },
        (_, _) -> {});
  }

  long receive(Worker other) {
    var sum = new CRC32C();
    pipeline(
        (room, _) -> operations.trecv(room, FabricAddress.UNSPEC, other.number, 0),
        (room, got) -> sum.update(room.segment().asSlice(0, got.length()).asByteBuffer()));
    return sum.getValue();
  }

  interface Start {
    CompletableFuture<Success> start(LeasedBuffer room, int part);
  }

  /// Starts a part as soon as the one that used its buffer has ended.
  void pipeline(Start start, BiConsumer<LeasedBuffer, Success> ended) {
    var rooms = new LeasedBuffer[WINDOW];
    var underWay = new ArrayDeque<CompletableFuture<Success>>();
    for (int part = 0; part < PARTS + WINDOW; part++) {
      int slot = part % WINDOW;
      if (part >= WINDOW) {
        ended.accept(rooms[slot], underWay.remove().join());
      } else {
        rooms[slot] = LeasedBuffer.allocate(node.domain(), PART);
      }
      if (part < PARTS) {
        underWay.add(start.start(rooms[slot], part));
      }
    }
    List.of(rooms).forEach(LeasedBuffer::close);
  }

  static void fill(MemorySegment memory, int from, int to, int part) {
    long seed = ((long) from << 40) + ((long) to << 20) + part;
    for (long at = 0; at < PART; at += Long.BYTES) {
      memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, seed * 0x9E3779B97F4A7C15L + at);
    }
  }

  /// Of what `from` sends to `to`, worked out without sending it.
  static long checksum(int from, int to) {
    var sum = new CRC32C();
    var memory = Arena.ofAuto().allocate(PART, 8);
    for (int part = 0; part < PARTS; part++) {
      fill(memory, from, to, part);
      sum.update(memory.asByteBuffer());
    }
    return sum.getValue();
  }

  @Override
  public void close() {
    operations.close();
    node.close();
  }
}
