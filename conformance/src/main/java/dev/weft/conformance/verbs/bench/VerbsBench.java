package dev.weft.conformance.verbs.bench;

import dev.weft.conformance.check.ClauseSkipped;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.process.PeerProcess;
import dev.weft.fabric.info.Threading;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Device;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.DeviceAttributes;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.WcFields;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Test fixture of most checks: a device, a context, a protection domain, and what else the check
 * opens. All of it is closed when the check ends.
 *
 * <pre>
 *     sender ──── messages ────&gt; receiver        a Pair of Party
 *       │                           │
 *   send queue                 receive queue        each read through an Inbox
 * </pre>
 *
 * <p>Buffers of this process come from {@link ProtectionDomain#allocate}, or, in checks for a
 * single thread, from an arena.
 *
 * <p>If the provider's queue pairs reach other processes, the sender lives in the peer process.
 * Queues are plain and polled, or, in checks for a single thread, extended ones that are read by
 * the iterator.
 */
public final class VerbsBench {
  private static final String FABRIC = "conformance-" + ProcessHandle.current().pid();

  /** The fabric of the software devices, which have others as well. */
  private static final String SOFTWARE_FABRIC = "weft";

  private static final int BUFFER_BYTES = 1 << 16;

  private final Trial trial;
  private final Device device;
  private final Station here;
  private Station there;
  private AsyncInbox asyncEvents;

  private VerbsBench(Trial trial) {
    this.trial = trial;
    device =
        find(trial.provider())
            .map(found -> isolated(found, FABRIC))
            .orElseThrow(() -> new ClauseSkipped("no device of " + trial.provider()));
    VerbsContext context = keep(device.open());
    ProtectionDomain domain = keep(context.allocPd());
    LongFunction<MemorySegment> memory = isPlain() ? domain::allocate : Arena.ofAuto()::allocate;
    here = Station.of(context, domain, memory, true);
  }

  /** Opens a device of the provider. */
  public static VerbsBench on(Trial trial) {
    return new VerbsBench(trial);
  }

  /** The device of this name, or the first whose name is this and a number. */
  public static Optional<Device> find(String provider) {
    return Devices.list().stream()
        .filter(
            device ->
                device.name().equals(provider)
                    || device.name().replaceFirst("\\d+$", "").equals(provider))
        .findFirst();
  }

  /** The device on a fabric of the checks alone; as it is if it is connected to a real network. */
  public static Device isolated(Device device, String fabric) {
    return isSoftware(device) ? device.onFabric(fabric) : device;
  }

  /** Whether the device is one of this library, not of the installed libibverbs. */
  public static boolean isSoftware(Device device) {
    return device.fabric().equals(SOFTWARE_FABRIC);
  }

  Trial trial() {
    return trial;
  }

  public Station here() {
    return here;
  }

  /** The station in the peer process, if there is one; opened when first needed. */
  Station there() {
    if (there == null) {
      PeerProcess process = trial.peerProcess();
      there = process == null ? here : stationIn(process);
    }
    return there;
  }

  private Station stationIn(PeerProcess process) {
    VerbsContext context = keep(process.side().openDevice(device.name(), FABRIC));
    return Station.of(context, keep(context.allocPd()), process::allocate, false);
  }

  public VerbsContext context() {
    return here.context();
  }

  public ProtectionDomain domain() {
    return here.domain();
  }

  public DeviceAttributes device() {
    return here.context().queryDevice();
  }

  /** The longest datagram, in bytes: the MTU of the port, which depends on its network. */
  public int maxDatagram() {
    return context().queryPort(1).activeMtu().bytes();
  }

  /** A further context of the device. */
  public VerbsContext openContext() {
    return keep(device.open());
  }

  /** Closes the object when the check ends. */
  public <T extends AutoCloseable> T keep(T object) {
    return trial.closing(object);
  }

  // Queues.

  /** A queue of at least this size that is only polled. */
  public CompletionQueue queue(int cqe) {
    return queue(cqe, null, null);
  }

  /** A queue whose events go to the channel. */
  public CompletionQueue queue(int cqe, Object context, CompletionChannel channel) {
    return isPlain()
        ? keep(context().createCq(cqe, context, channel, 0))
        : extended(
            init(WcFields.STANDARD).cqe(cqe).context(context).channel(channel).singleThreaded());
  }

  private boolean isPlain() {
    return trial.threading() != Threading.DOMAIN;
  }

  /** A queue of a station, larger than any check needs. */
  CompletionQueue queueAt(Station station) {
    return station.isHere() ? queue(256) : keep(station.context().createCq(256, null, null, 0));
  }

  /** An extended queue of 16 entries with these fields. */
  public ExtendedCompletionQueue extended(long wcFlags) {
    return extended(init(wcFlags));
  }

  public ExtendedCompletionQueue extended(QueuePlan plan) {
    return keep(context().createCqEx(plan.build()));
  }

  /** Starts the description of an extended queue of 16 entries. */
  public QueuePlan init(long wcFlags) {
    return new QueuePlan(wcFlags);
  }

  /** A reader of the queue in the mode of this check. */
  public Inbox inbox(CompletionQueue queue) {
    return isPlain() || !(queue instanceof ExtendedCompletionQueue)
        ? plainInbox(queue)
        : iteratorInbox(queue);
  }

  /** A reader of the queue by poll. */
  public Inbox plainInbox(CompletionQueue queue) {
    return new Inbox(queue, false);
  }

  /** A reader of the queue by the iterator. */
  public Inbox iteratorInbox(CompletionQueue queue) {
    return new Inbox(queue, true);
  }

  public CompletionChannel channel() {
    return keep(context().createCompletionChannel());
  }

  public EventInbox events(CompletionChannel channel) {
    return new EventInbox(channel);
  }

  /** The asynchronous events of this process. */
  public AsyncInbox asyncEvents() {
    asyncEvents = asyncEvents == null ? new AsyncInbox(context()) : asyncEvents;
    return asyncEvents;
  }

  // Queue pairs.

  /** Starts the description of two connected queue pairs. */
  public PairPlan plan(QueuePairType type) {
    return new PairPlan(this, type);
  }

  /** Two reliably connected queue pairs with queues of their own. */
  public Pair pair() {
    return pair(QueuePairType.RC);
  }

  /** Two connected queue pairs with queues of their own. */
  public Pair pair(QueuePairType type) {
    return plan(type).open();
  }

  /** Two queue pairs, the second of which receives into this queue. */
  public Pair pairInto(CompletionQueue receiveQueue) {
    return plan(QueuePairType.RC).receiveQueue(receiveQueue).open();
  }

  /** A queue pair in RESET whose completions go to these queues. */
  public Party party(QueuePairType type, CompletionQueue sendQueue, CompletionQueue receiveQueue) {
    return plan(type).party(here, sendQueue, receiveQueue);
  }

  /** A feeder of this queue. */
  public Feeder feeder(CompletionQueue queue) {
    return new Feeder(this, queue);
  }

  /** Registered memory of a station, open to peers. */
  public Buffer buffer(Station station) {
    return buffer(station, Buffer.OPEN);
  }

  public Buffer buffer(Station station, int access) {
    Buffer buffer = Buffer.register(station.domain(), station.memory().apply(BUFFER_BYTES), access);
    keep(buffer.region());
    return buffer;
  }

  // Objects that a device may refuse altogether.

  /** Creates an extended queue, or skips the check if the device refuses it. */
  public ExtendedCompletionQueue extendedOrSkip(QueuePlan plan, String what) {
    return orSkip(what, () -> extended(plan));
  }

  /** Creates a queue pair, or skips the check if the device has none of its type. */
  public QueuePair pair(ProtectionDomain from, QueuePairInit init) {
    return keep(orSkip("queue pairs of type " + init.type(), () -> from.createQp(init)));
  }

  /** Creates a shared receive queue in this process, or skips the check if the device has none. */
  public SharedReceiveQueue shared(SharedReceiveQueueInit init) {
    return keep(
        orSkip("shared receive queues of type " + init.type(), () -> domain().createSrq(init)));
  }

  private static <T> T orSkip(String what, Supplier<T> create) {
    try {
      return create.get();
    } catch (VerbsException refusal) {
      if (refusal.errno() == VerbsErrno.EOPNOTSUPP) {
        throw new ClauseSkipped("no " + what);
      }
      throw refusal;
    }
  }
}
