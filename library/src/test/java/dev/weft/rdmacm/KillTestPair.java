package dev.weft.rdmacm;

import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsObject;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Test fixture of kill tests: a queue pair over shm with a channel and much memory; and a process
 * with such a pair, which is killed.
 */
final class KillTestPair implements AutoCloseable {
  static final int DEPTH = 32;
  static final int LENGTH = 1 << 27;
  static final byte TEXT = 7;

  /** An offset behind that of messages. */
  static final int EARLY = 64;

  private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();
  private static final long RECEIVE = 1L << 40;

  final VerbsContext context = Devices.named("shm0").open();
  final CompletionChannel channel = context.createCompletionChannel();
  final CompletionQueue queue = context.createCq(4 * DEPTH, null, channel, 0);
  final ProtectionDomain domain = context.allocPd();
  final MemorySegment memory = Arena.ofAuto().allocate(LENGTH, 64);
  final MemoryRegion region =
      domain.regMr(
          memory,
          RegionAccess.LOCAL_WRITE
              | RegionAccess.REMOTE_WRITE
              | RegionAccess.REMOTE_READ
              | RegionAccess.REMOTE_ATOMIC);
  final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), DEPTH);
  private final CompletionEvent event = new CompletionEvent();
  QueuePair pair;
  QueuePairAddress address;

  /** Reads a byte that peers may change. */
  byte byteAt(long offset) {
    return (byte) BYTE.getVolatile(memory, offset);
  }

  /** Opens a queue pair without a peer. */
  void open() {
    pair =
        domain.createQp(
            QueuePairInit.builder(QueuePairType.RC)
                .completionQueue(queue)
                .capabilities(new QueuePairCapabilities(DEPTH, DEPTH, 1, 1, 0))
                .signalAll(true)
                .build());
    QueuePairTransitions.initialise(
        pair, RegionAccess.REMOTE_WRITE | RegionAccess.REMOTE_READ | RegionAccess.REMOTE_ATOMIC);
    address = QueuePairAddress.of(pair);
  }

  void meet(QueuePairAddress peer) {
    QueuePairTransitions.connect(pair, address, peer, ConnectionParameters.usual().withReads(1));
  }

  void receive(long id) {
    check(pair.postRecv(new ReceiveWorkRequest().wrId(RECEIVE | id).buffer(region, 0, 8)));
  }

  static boolean isReceive(long id) {
    return (id & RECEIVE) != 0;
  }

  SendWorkRequest request(long id, int length) {
    return new SendWorkRequest().wrId(id).buffer(region, 0, length);
  }

  void post(SendWorkRequest request) {
    check(pair.postSend(request));
  }

  private static void check(int errno) {
    if (errno != 0) {
      throw new AssertionError("posting returned " + errno);
    }
  }

  /** Waits on the channel until there are completions. */
  int await() {
    int taken = queue.poll(batch, DEPTH);
    while (taken == 0) {
      check(queue.requestNotify(false));
      taken = queue.poll(batch, DEPTH);
      if (taken == 0) {
        check(channel.getEvent(event));
        queue.ackEvents(1);
        taken = queue.poll(batch, DEPTH);
      }
    }
    return taken;
  }

  @Override
  public void close() {
    if (pair != null) {
      pair.close();
    }
    List.of(region, domain, queue, channel).forEach(VerbsObject::close);
    context.close();
  }

  // The process that is killed.

  /** Arguments: the peer's address, its memory, its key; what to do. */
  public static void main(String[] arguments) throws IOException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    KillTestPair mortal = new KillTestPair();
    mortal.open();
    for (int i = 0; i < DEPTH; i++) {
      mortal.receive(i);
    }
    mortal.memory.fill(arguments[3].equals("write") ? TEXT : 0);
    mortal.meet(QueuePairAddress.parse(arguments[0]));
    System.out.println(mortal.address + " " + mortal.memory.address() + " " + mortal.region.rkey());
    String begin = commands.readLine();
    Thread.ofPlatform().daemon().start(() -> endWith(commands));
    long there = Long.parseLong(arguments[1]);
    int key = Integer.parseInt(arguments[2]);
    if (begin != null && arguments[3].equals("write")) {
      mortal.post(mortal.request(1, LENGTH).write(there, key));
    } else if (arguments[3].equals("watch")) {
      Thread.ofPlatform().daemon().start(mortal::tellWhenWritten);
    }
    mortal.serve();
  }

  private void tellWhenWritten() {
    while (byteAt(EARLY) != TEXT) {
      Thread.yield();
    }
    System.out.println("amid");
  }

  private void serve() {
    while (true) {
      int taken = await();
      for (int i = 0; i < taken; i++) {
        if (isReceive(batch.wrId(i))) {
          receive(0);
        }
      }
    }
  }

  private static void endWith(BufferedReader commands) {
    try {
      while (commands.readLine() != null) {}
    } catch (IOException e) {
      System.err.println(e);
    }
    Runtime.getRuntime().halt(0);
  }
}
