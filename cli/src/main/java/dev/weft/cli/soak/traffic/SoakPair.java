package dev.weft.cli.soak.traffic;

import dev.weft.cli.workload.ReliablePair;
import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Device;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsObject;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A sequence of reliable queue pairs with one completion queue and its channel. */
public final class SoakPair implements AutoCloseable {
  /** Two seconds with all retries: no live peer is silent for so long. */
  public static final int PATIENT = 16;

  /** 0.13 seconds with all retries, so that a dead peer is detected within a second. */
  static final int BRISK = 12;

  private static final int READS = 4;
  private static final int RNR_TIMER = 12;

  /** The completions of the last {@link #poll}. */
  final WorkCompletionBatch batch;

  private final int depth;
  private final ConnectionParameters parameters;
  private final VerbsContext context;
  private final CompletionChannel channel;
  private final CompletionQueue queue;
  private final ProtectionDomain domain;
  private final List<MemoryRegion> regions = new ArrayList<>();
  private final CompletionEvent event = new CompletionEvent();
  private ReliablePair pair;

  /**
   * Makes the first, unconnected queue pair; {@code depth} requests each way.
   *
   * @param timeout as in {@code ibv_modify_qp(3)}
   */
  public SoakPair(Device device, int depth, int timeout) {
    this.depth = depth;
    this.parameters = ReliablePair.parameters(READS, timeout, RNR_TIMER);
    batch = WorkCompletionBatch.allocate(Arena.ofAuto(), depth);
    context = device.open();
    channel = context.createCompletionChannel();
    queue = context.createCq(2 * depth, this, channel, 0);
    domain = context.allocPd();
    open();
  }

  /** Replaces the queue pair by a new one. */
  void renew() {
    pair.close();
    open();
  }

  private void open() {
    pair = ReliablePair.open(domain, queue, depth);
  }

  /** Registers memory until all is closed. */
  MemoryRegion register(MemorySegment memory, int access) {
    regions.add(domain.regMr(memory, access));
    return regions.getLast();
  }

  public QueuePairAddress address() {
    return pair.address();
  }

  public void connect(QueuePairAddress peer) {
    pair.connect(peer, parameters);
  }

  QueuePairState state() {
    return pair.pair().state();
  }

  public void post(SendWorkRequest request) {
    check(pair.pair().postSend(request));
  }

  public void post(ReceiveWorkRequest receive) {
    check(pair.pair().postRecv(receive));
  }

  private static void check(int errno) {
    if (errno != 0) {
      throw new SoakFailure(VerbsErrno.strerror(errno));
    }
  }

  public void arm() {
    check(queue.requestNotify(false));
  }

  /** Reads completions; returns their number. */
  int poll() {
    int taken = queue.poll(batch, depth);
    if (taken < 0) {
      throw new SoakFailure("poll returned " + taken);
    }
    return taken;
  }

  /** Reads completions until there is none, all of which must be good; returns their number. */
  public int drain() {
    int all = 0;
    for (int taken = poll(); taken > 0; taken = poll()) {
      for (int i = 0; i < taken; i++) {
        if (batch.status(i) != CompletionStatus.SUCCESS) {
          throw new SoakFailure(batch.describe(i));
        }
      }
      all += taken;
    }
    return all;
  }

  /** Sleeps until an event of this queue; false if the thread was interrupted. */
  public boolean await() {
    int errno = channel.getEvent(event);
    if (errno == VerbsErrno.EINTR) {
      return false;
    }
    check(errno);
    if (!equals(event.context())) {
      throw new SoakFailure("an event of " + event.queue());
    }
    queue.ackEvents(1);
    return true;
  }

  @Override
  public void close() {
    pair.close();
    regions.forEach(MemoryRegion::close);
    List.of(domain, queue, channel).forEach(VerbsObject::close);
    context.close();
  }

  @Override
  public String toString() {
    return pair.pair() + " " + queue + " " + channel;
  }
}
