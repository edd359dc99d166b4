package dev.weft.ffm.ibverbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.rdmacm.PortPath;
import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Device;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsObject;
import dev.weft.verbs.attributes.PortState;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** An open device of libibverbs with what a test needs; skips the test where there is none. */
final class RdmaRig implements AutoCloseable {
  static final int ACCESS = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE | RegionAccess.MW_BIND;

  private static final int BYTES = 1 << 14;

  final VerbsContext context;
  final ProtectionDomain domain;
  final CompletionChannel channel;
  final CompletionQueue queue;
  final MemoryRegion region;
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 16);
  private final Deque<Runnable> open = new ArrayDeque<>();

  RdmaRig() {
    context = device().open();
    onClose(context::close);
    domain = keep(context.allocPd());
    channel = keep(context.createCompletionChannel());
    queue = keep(context.createCq(128, "context", channel, 0));
    region = keep(domain.regMr(domain.allocate(BYTES), ACCESS));
  }

  /** The first device of libibverbs with an active port 1. */
  static Device device() {
    List<Device> devices =
        Devices.list().stream()
            .filter(IbvDevice.class::isInstance)
            .filter(RdmaRig::isActive)
            .toList();
    assumeTrue(
        !devices.isEmpty(), () -> "needs an active device of libibverbs: " + Devices.obstacles());
    return devices.getFirst();
  }

  private static boolean isActive(Device device) {
    try (VerbsContext opened = device.open()) {
      return opened.queryPort(1).state() == PortState.ACTIVE;
    }
  }

  /** Closes the object with the rig, unless it is closed before. */
  <T extends VerbsObject> T keep(T object) {
    onClose(object::close);
    return object;
  }

  void onClose(Runnable close) {
    open.push(close);
  }

  QueuePair pair(QueuePairType type) {
    return pair(type, queue, null);
  }

  QueuePair pair(QueuePairType type, CompletionQueue completions, SharedReceiveQueue shared) {
    return keep(
        domain.createQp(
            QueuePairInit.builder(type)
                .completionQueue(completions)
                .sharedReceiveQueue(shared)
                .capabilities(new QueuePairCapabilities(64, 64, 4, 4, 64))
                .context("pair")
                .build()));
  }

  /** Connects two queue pairs of type RC or UC with each other. */
  void connect(QueuePair one, QueuePair other) {
    QueuePairAddress first = QueuePairAddress.of(one);
    QueuePairAddress second = QueuePairAddress.of(other);
    QueuePairTransitions.initialise(one, RegionAccess.REMOTE);
    QueuePairTransitions.initialise(other, RegionAccess.REMOTE);
    QueuePairTransitions.connect(one, first, second, ConnectionParameters.usual());
    QueuePairTransitions.connect(other, second, first, ConnectionParameters.usual());
  }

  /** Two connected queue pairs. */
  List<QueuePair> pairs(QueuePairType type) {
    List<QueuePair> both = List.of(pair(type), pair(type));
    connect(both.getFirst(), both.getLast());
    return both;
  }

  /** A handle of the device's own port. */
  AddressHandle ownHandle() {
    int index = PortPath.gidIndex(context, 1);
    return keep(
        domain.createAh(
            PortPath.to(context, 1, context.queryPort(1).lid(), context.queryGid(1, index))));
  }

  /** The next completions of the queue as text, sorted by wr_id and all of them successes. */
  List<String> completions(int count) {
    List<String> seen = new ArrayList<>();
    while (seen.size() < count) {
      int taken = queue.poll(batch, Math.min(batch.capacity(), count - seen.size()));
      for (int i = 0; i < taken; i++) {
        assertEquals(CompletionStatus.SUCCESS, batch.status(i), batch.describe(i));
        seen.add(
            "%d %s"
                .formatted(batch.wrId(i), batch.describe(i).replaceAll(".*opcode=(\\w+).*", "$1")));
      }
      Thread.onSpinWait();
    }
    return seen.stream().sorted().toList();
  }

  WorkCompletionBatch batch() {
    return batch;
  }

  /** Waits for the next completion, whatever its status. */
  int nextStatus() {
    while (queue.poll(batch, 1) == 0) {
      Thread.yield();
    }
    return batch.status(0);
  }

  /** Opens a batch on the next completion of an extended queue. */
  static void start(ExtendedCompletionQueue extended) {
    while (extended.startPoll() != 0) {
      Thread.yield();
    }
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      open.pop().run();
    }
  }
}
