package dev.weft.benchmarks.measure;

import dev.weft.cli.workload.ReliablePair;
import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** {@link MessageCost} by the verbs API: a reliable send and receive, both completions polled. */
final class QueuePairCost {
  private static final int SLICE_MESSAGES = 10_000;
  private static final int WARM_UP_SLICES = 30;
  private static final long DESTINATION = 64;
  private static final int REQUESTS = 16;
  private static final ConnectionParameters PARAMETERS = ReliablePair.parameters(1, 14, 12);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(4096, 64);
  private final VerbsContext context = Devices.named("loopback0").open();
  private final ProtectionDomain domain = context.allocPd();
  private final MemoryRegion region = domain.regMr(memory, RegionAccess.LOCAL_WRITE);
  private final CompletionQueue sends;
  private final CompletionQueue receives;
  private final CompletionQueue others;
  private final List<ReliablePair> idle = new ArrayList<>();
  private final ReliablePair sender;
  private final ReliablePair receiver;
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 1);
  private final SendWorkRequest send = new SendWorkRequest();
  private final ReceiveWorkRequest receive = new ReceiveWorkRequest();

  /**
   * Opens a connection, and idle ones whose receivers share its receiver's queue.
   *
   * @param oneThread whether one thread at a time reads the queues
   * @param pairs how many queue pairs receive
   */
  QueuePairCost(boolean oneThread, int pairs) {
    sends = queue(oneThread);
    receives = queue(oneThread);
    others = queue(oneThread);
    for (int i = 1; i < pairs; i++) {
      connectIdle();
    }
    sender = ReliablePair.open(domain, sends, receives, REQUESTS);
    receiver = ReliablePair.open(domain, sends, receives, REQUESTS);
    sender.connect(receiver.address(), PARAMETERS);
    receiver.connect(sender.address(), PARAMETERS);
    send.buffer(region, 0, Long.BYTES).send();
    receive.buffer(region, DESTINATION, Long.BYTES);
  }

  private void connectIdle() {
    ReliablePair idleSender = ReliablePair.open(domain, others, REQUESTS);
    ReliablePair idleReceiver = ReliablePair.open(domain, others, receives, REQUESTS);
    idleSender.connect(idleReceiver.address(), PARAMETERS);
    idleReceiver.connect(idleSender.address(), PARAMETERS);
    idle.add(idleSender);
    idle.add(idleReceiver);
  }

  private CompletionQueue queue(boolean oneThread) {
    int flags = CompletionQueueInit.SINGLE_THREADED;
    return oneThread
        ? context.createCqEx(CompletionQueueInit.builder(64).flags(flags).build())
        : context.createCq(64, null, null, 0);
  }

  private static void require(int error) {
    if (error != 0) {
      throw new IllegalStateException("error=" + error);
    }
  }

  /**
   * Nanoseconds for one message, the median of the slices.
   *
   * @param name {@code RC-ONE} for queues that one thread at a time reads, else for any
   */
  static double measure(String name, long nanos) {
    QueuePairCost cost = new QueuePairCost(name.equals("RC-ONE"), 1);
    for (int i = 0; i < WARM_UP_SLICES; i++) {
      cost.slice(i);
    }
    double median = Median.ofSlices(nanos, slice -> cost.slice((long) slice * SLICE_MESSAGES));
    cost.close();
    return median;
  }

  private double slice(long first) {
    long start = System.nanoTime();
    for (long value = first; value < first + SLICE_MESSAGES; value++) {
      message(value);
    }
    return (double) (System.nanoTime() - start) / SLICE_MESSAGES;
  }

  /** Sends a value and takes it; polls both completions. */
  void message(long value) {
    memory.set(ValueLayout.JAVA_LONG, 0, value);
    require(receiver.pair().postRecv(receive));
    require(sender.pair().postSend(send));
    await(receives);
    await(sends);
    long received = memory.get(ValueLayout.JAVA_LONG, DESTINATION);
    if (received != value) {
      throw new IllegalStateException("received=" + received + ", expected " + value);
    }
  }

  /** Finds nothing in the queue of the receivers. */
  void pollEmpty(long number) {
    if (receives.poll(batch, 1) != 0) {
      throw new IllegalStateException("completion before number=" + number + ", expected none");
    }
  }

  private void await(CompletionQueue queue) {
    while (queue.poll(batch, 1) == 0) {
      Thread.onSpinWait();
    }
    require(batch.status(0));
  }

  private void close() {
    sender.close();
    receiver.close();
    idle.forEach(ReliablePair::close);
    sends.close();
    receives.close();
    others.close();
    region.close();
    domain.close();
    context.close();
    arena.close();
  }
}
