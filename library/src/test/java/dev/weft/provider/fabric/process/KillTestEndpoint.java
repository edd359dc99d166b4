package dev.weft.provider.fabric.process;

import dev.weft.SeededRandom;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * An endpoint of the kill tests. It sends to its peers and receives from them, and checks that each
 * operation ends once, and that messages arrive once and in order. Peers may be killed and
 * restarted at any time.
 *
 * <p>A message holds its sender, the sender's number of restarts, and the number of messages of
 * this kind to this peer before. Its tag is the kind: long messages may arrive later than short
 * ones.
 */
final class KillTestEndpoint implements AutoCloseable {
  static final int SHORT = 0;
  static final int LONG = 1;

  /** A long message of one life of a peer. */
  private record LongMessage(long from, long number) {}

  private static final int LONG_BYTES = 20_000;
  private static final int RECEIVES = 64;
  private static final int UNDER_WAY = 32;
  private static final long FIRST_SEND = 1000;
  private static final long PAUSE_NANOS = 100_000;

  final Node node;
  private final long identity;
  private final boolean fromStart;
  private final Random random;
  private final MemorySegment buffers;
  private final MemorySegment message;
  private final long[] peers;

  private final Map<Long, Integer> underWay = new HashMap<>();
  private final int[] underWayTo;
  private final boolean[] posted = new boolean[RECEIVES];
  private final Map<Long, Long> due = new HashMap<>();
  private final Set<LongMessage> longs = new HashSet<>();
  private long lastContext = FIRST_SEND;

  /** How many messages of each kind were sent to each peer. */
  final long[][] sent;

  /** How many messages of each kind have arrived from each peer. */
  final long[][] received;

  /** Operations that ended with an error. */
  long failures;

  /**
   * Opens one of several endpoints.
   *
   * @param number which of the peers this one is
   * @param life how often this peer was started before
   * @param fromStart whether it was opened before any peer sent
   */
  KillTestEndpoint(Node node, int number, int life, boolean fromStart, String[] addresses) {
    this.node = node;
    this.fromStart = fromStart;
    this.identity = (long) life << 32 | number;
    this.random = SeededRandom.of(identity);
    this.buffers = node.memory((long) RECEIVES * LONG_BYTES);
    this.message = node.memory(LONG_BYTES);
    this.peers = new long[addresses.length];
    this.sent = new long[addresses.length][2];
    this.received = new long[addresses.length][2];
    this.underWayTo = new int[addresses.length];
    for (int i = 0; i < addresses.length; i++) {
      peers[i] = node.vector.insert(addresses[i].getBytes(StandardCharsets.UTF_8));
    }
    for (int i = 0; i < RECEIVES; i++) {
      post(i);
    }
  }

  private void post(int index) {
    MemorySegment buffer = buffers.asSlice((long) index * LONG_BYTES, LONG_BYTES);
    long any = FabricAddress.UNSPEC;
    posted[index] = true;
    require(0 == node.endpoint.trecv(buffer, LONG_BYTES, any, 0, -1, index), "recv");
  }

  /** Sends a message to a peer, if there is room. */
  void send(int peer) {
    if (underWayTo[peer] >= UNDER_WAY) {
      return;
    }
    int kind = random.nextInt(16) == 0 ? LONG : SHORT;
    long length = kind == LONG ? LONG_BYTES : 16;
    message.set(ValueLayout.JAVA_LONG, 0, identity);
    message.set(ValueLayout.JAVA_LONG, 8, sent[peer][kind]);
    boolean delivery = random.nextInt(4) == 0;
    MemorySegment content = kind == LONG ? node.memory(length).copyFrom(message) : message;
    TaggedMessage work =
        new TaggedMessage()
            .vector(IoVector.of(content.asSlice(0, length)))
            .address(peers[peer])
            .tag(kind)
            .context(++lastContext);
    long flags = OperationFlags.COMPLETION | (delivery ? OperationFlags.DELIVERY_COMPLETE : 0);
    int result = node.endpoint.tsendMsg(work, flags);
    if (result == 0) {
      sent[peer][kind]++;
      underWayTo[peer]++;
      underWay.put(lastContext, peer);
    } else {
      require(result == -Errno.EAGAIN, "tsendmsg returned " + result);
    }
  }

  /** Reads completions; waits for them if that is possible. */
  void take(boolean sleeps) {
    int read =
        sleeps
            ? node.queue.sread(node.batch, Node.BATCH, 0, 20)
            : node.queue.read(node.batch, Node.BATCH);
    if (read == -Errno.EAVAIL) {
      require(node.queue.readErr(node.error, 0) == 1, "readerr");
      failures++;
      end(node.error.context(), false, 0);
    }
    if (read < 1) {
      LockSupport.parkNanos(PAUSE_NANOS); // yields the processor to starting processes
    }
    for (int i = 0; i < read; i++) {
      end(node.batch.context(i), true, node.batch.tag(i));
    }
  }

  private void end(long context, boolean well, long kind) {
    if (context > FIRST_SEND) {
      Integer peer = underWay.remove(context);
      require(peer != null, "send " + context + " ended twice");
      underWayTo[peer]--;
      return;
    }
    int index = (int) context;
    require(posted[index], "receive " + context + " ended twice");
    posted[index] = false;
    if (well) {
      check(buffers.asSlice((long) index * LONG_BYTES, LONG_BYTES), (int) kind);
    }
    post(index);
  }

  private void check(MemorySegment buffer, int kind) {
    long from = buffer.get(ValueLayout.JAVA_LONG, 0);
    long number = buffer.get(ValueLayout.JAVA_LONG, 8);
    received[(int) from][kind]++;
    if (kind == SHORT) {
      due.putIfAbsent(from, fromStart ? 0 : number);
      long expected = due.merge(from, 1L, Long::sum) - 1;
      require(number == expected, number + " came instead of " + expected);
    } else {
      require(longs.add(new LongMessage(from, number)), "long message " + number + " came twice");
    }
  }

  /** Whether no operation is pending. */
  boolean isIdle() {
    return underWay.isEmpty();
  }

  static void require(boolean right, String what) {
    if (!right) {
      throw new AssertionError(what);
    }
  }

  @Override
  public void close() {
    node.close();
  }
}
