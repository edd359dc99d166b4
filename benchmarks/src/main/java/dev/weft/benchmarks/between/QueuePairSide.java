package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.NumberedMessage;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.cli.workload.ReliablePair;
import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * A reliable connected queue pair of {@code shm0}, with one queue for the completions of its sends
 * and of its receives; every completion is polled. A message's first and last word are its number.
 * The work requests are made once, one for each buffer.
 */
final class QueuePairSide implements Side {
  private static final int BATCH = 64;
  private static final ConnectionParameters PARAMETERS = ReliablePair.parameters(1, 14, 1);

  private final QueuePair pair;
  private final CompletionQueue queue;
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), BATCH);
  private final long size;
  private final MemorySegment[] outgoing;
  private final MemorySegment[] incoming;
  private final SendWorkRequest[] sends;
  private final ReceiveWorkRequest[] receives;
  private long sent;
  private long ended;
  private long posted;
  private long arrived;
  private long taken;

  private QueuePairSide(
      ProtectionDomain domain, CompletionQueue queue, QueuePair pair, long size, int depth) {
    this.pair = pair;
    this.queue = queue;
    this.size = size;
    outgoing = new MemorySegment[depth];
    incoming = new MemorySegment[2 * depth];
    sends = new SendWorkRequest[outgoing.length];
    receives = new ReceiveWorkRequest[incoming.length];
    for (int slot = 0; slot < sends.length; slot++) {
      MemoryRegion region = region(domain, size);
      outgoing[slot] = region.memory();
      sends[slot] = new SendWorkRequest().buffer(region, 0, (int) size).send();
    }
    for (int slot = 0; slot < receives.length; slot++) {
      MemoryRegion region = region(domain, size);
      incoming[slot] = region.memory();
      receives[slot] = new ReceiveWorkRequest().buffer(region, 0, (int) size);
    }
  }

  private static MemoryRegion region(ProtectionDomain domain, long size) {
    return domain.regMr(domain.allocate(size), RegionAccess.LOCAL_WRITE);
  }

  /**
   * Connects to the queue pair of the other process.
   *
   * @param size bytes of a message
   * @param depth how many sends are pending; of receives it is twice as many
   */
  static QueuePairSide meet(Meeting meeting, long size, int depth) throws Exception {
    VerbsContext context = Devices.named("shm0").open();
    ProtectionDomain domain = context.allocPd();
    CompletionQueue queue = context.createCq(3 * depth, null, null, 0);
    ReliablePair reliable = ReliablePair.open(domain, queue, 2 * depth);
    QueuePairSide side = new QueuePairSide(domain, queue, reliable.pair(), size, depth);
    side.postReceives();
    meeting.leave(reliable.address().toString().getBytes(StandardCharsets.US_ASCII));
    String peer = new String(meeting.take(), StandardCharsets.US_ASCII);
    reliable.connect(QueuePairAddress.parse(peer), PARAMETERS);
    return side;
  }

  @Override
  public void send(long value) {
    while (sent - ended == sends.length) {
      poll();
    }
    int slot = (int) (sent++ % sends.length);
    NumberedMessage.write(outgoing[slot], size, value);
    require(pair.postSend(sends[slot]));
    postReceives();
  }

  @Override
  public long receive() {
    postReceives();
    while (arrived == taken) {
      poll();
    }
    return NumberedMessage.read(incoming[(int) (taken++ % incoming.length)], size);
  }

  private void postReceives() {
    while (posted - taken < receives.length) {
      require(pair.postRecv(receives[(int) (posted++ % receives.length)]));
    }
  }

  private void poll() {
    int count = queue.poll(batch, BATCH);
    for (int i = 0; i < count; i++) {
      require(batch.status(i));
      if (batch.opcode(i) == CompletionOpcode.RECV) {
        arrived++;
      } else {
        ended++;
      }
    }
    require(Math.min(count, 0));
  }

  private static void require(int error) {
    if (error != 0) {
      throw new IllegalStateException("error=" + error);
    }
  }
}
