package dev.weft.cli.perf.port;

import dev.weft.cli.perf.plan.BufferMemory;
import dev.weft.cli.perf.plan.PerfFailure;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.workload.ReliablePair;
import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One end of a measurement with the verbs API: two reliable connected queue pairs, one for messages
 * and one for the control messages between rounds. Threads that poll have a completion queue for
 * each, so that a poll for messages looks at one queue pair; threads that sleep have one.
 *
 * <pre>
 *   control message   0 number | 8 address of the own window | 16 its rkey       64 bits each
 * </pre>
 *
 * Receives of control messages are posted in advance.
 */
final class VerbsPort extends Port {
  private static final int ACCESS = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE;
  private static final ConnectionParameters PARAMETERS = ReliablePair.parameters(16, 18, 1);
  private static final String NEXT = " ";
  private static final int CONTROL_BYTES = 3 * Long.BYTES;
  private static final int CONTROL_SLOTS = 4;

  private final ProtectionDomain domain;
  private final CompletionChannel channel;
  private final CompletionQueue queue;
  private final CompletionQueue controlQueue;
  private final ReliablePair messages;
  private final ReliablePair control;
  private final List<MemoryRegion> regions = new ArrayList<>();
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), BATCH);
  private final CompletionEvent event = new CompletionEvent();
  private final Watchdog watchdog;
  private final SendWorkRequest send = new SendWorkRequest();
  private final ReceiveWorkRequest receive = new ReceiveWorkRequest();
  private final BufferMemory memory;
  private final MemorySegment told;
  private final MemorySegment[] heard;
  private boolean flushing;

  /** Whether polls look at the control queue, too. */
  private boolean controlling;

  private long listened;
  private long windowAddress;
  private int windowKey;
  private long peerWindow;
  private int peerKey;

  /** Opens an unconnected end. */
  VerbsPort(VerbsContext context, TestCase row) {
    super(row);
    boolean events = row.waitMode().hasEvents();
    int requests = row.slots() + TestCase.SPARE;
    try (Opening opening = new Opening()) {
      domain = context.allocPd();
      opening.ifFailed(domain::close);
      channel = events ? context.createCompletionChannel() : null;
      watchdog = events ? new Watchdog() : null;
      if (events) {
        opening.ifFailed(channel::close);
        opening.ifFailed(watchdog::close);
      }
      queue = context.createCq(2 * requests + 2 * CONTROL_SLOTS, null, channel, 0);
      opening.ifFailed(queue::close);
      controlQueue = events ? queue : context.createCq(2 * CONTROL_SLOTS, null, null, 0);
      opening.ifFailed(controlQueue::close);
      messages = ReliablePair.open(domain, queue, requests);
      opening.ifFailed(messages::close);
      control = ReliablePair.open(domain, controlQueue, CONTROL_SLOTS);
      opening.ifFailed(control::close);
      opening.ifFailed(() -> regions.forEach(MemoryRegion::close));
      memory = row.memory();
      told = allocate(CONTROL_BYTES);
      heard = buffers(CONTROL_SLOTS, CONTROL_BYTES);
      opening.done();
    }
  }

  @Override
  public byte[] name() {
    String both = messages.address() + NEXT + control.address();
    return both.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void connect(byte[] name) {
    String[] both = new String(name, StandardCharsets.US_ASCII).split(NEXT, -1);
    messages.connect(QueuePairAddress.parse(both[0]), PARAMETERS);
    control.connect(QueuePairAddress.parse(both[1]), PARAMETERS);
    for (int i = 0; i < CONTROL_SLOTS; i++) {
      postControlReceive();
    }
  }

  @Override
  public MemorySegment allocate(long bytes) {
    MemorySegment allocated = memory.allocate(bytes, domain::allocate);
    regions.add(domain.regMr(allocated, ACCESS));
    return allocated;
  }

  @Override
  public MemorySegment allocateWindow(long bytes) {
    MemorySegment memory = allocate(bytes);
    MemoryRegion region = regions.getLast();
    windowAddress = region.address();
    windowKey = region.rkey();
    return memory;
  }

  /** There are no tags: messages match receives in posting order. */
  @Override
  public int tryPost(
      Operation operation,
      MemorySegment buffer,
      long length,
      long place,
      long expected,
      long context) {
    QueuePair pair = isControl(operation) ? control.pair() : messages.pair();
    if (operation.ledger == RECEIVE || operation.ledger == CONTROL_RECEIVE) {
      receive.wrId(context).buffers().clear().add(buffer, lkey(buffer));
      return error(pair.postRecv(receive));
    }
    send.wrId(context).buffers().clear().add(buffer.address(), (int) length, lkey(buffer));
    long there = peerWindow + place;
    switch (operation) {
      case TIMED_SEND -> send.sendWithImmediate((int) System.nanoTime());
      case LINK -> send.write(0, 0);
      case WRITE -> send.write(there, peerKey);
      case READ -> send.read(there, peerKey);
      case FETCH_ADD -> send.fetchAndAdd(there, peerKey, 1);
      case COMPARE_SWAP -> send.compareAndSwap(there, peerKey, expected, expected + 1);
      default -> send.send();
    }
    return error(pair.postSend(send));
  }

  private static boolean isControl(Operation operation) {
    return operation == Operation.CONTROL_SEND || operation == Operation.CONTROL_RECEIVE;
  }

  /** A full queue is worth a retry. */
  private static int error(int errno) {
    return errno == VerbsErrno.ENOMEM ? -VerbsErrno.EAGAIN : -errno;
  }

  private int lkey(MemorySegment buffer) {
    long address = buffer.address();
    for (int i = regions.size() - 1; i >= 0; i--) {
      MemoryRegion region = regions.get(i);
      if (address >= region.address() && address < region.address() + region.length()) {
        return region.lkey();
      }
    }
    throw new IllegalArgumentException("buffer=" + buffer + " is not of this end");
  }

  /** The first request makes it. */
  @Override
  public void link() {
    post(Operation.LINK, told, 0, 0);
  }

  @Override
  public void signal(long number) {
    controlling = true;
    awaitAll(CONTROL_SEND);
    controlling = false;
    told.set(ValueLayout.JAVA_LONG, 0, number);
    told.set(ValueLayout.JAVA_LONG, Long.BYTES, windowAddress);
    told.set(ValueLayout.JAVA_LONG, 2 * Long.BYTES, windowKey);
    post(Operation.CONTROL_SEND, told, CONTROL_BYTES, 0);
  }

  @Override
  public long awaitSignal() {
    controlling = true;
    while (ledger(CONTROL_RECEIVE).isUnderWay(listened)) {
      await();
    }
    controlling = false;
    MemorySegment message = heard[(int) (listened++ % CONTROL_SLOTS)];
    long number = message.get(ValueLayout.JAVA_LONG, 0);
    peerWindow = message.get(ValueLayout.JAVA_LONG, Long.BYTES);
    peerKey = (int) message.get(ValueLayout.JAVA_LONG, 2 * Long.BYTES);
    postControlReceive();
    return number;
  }

  private void postControlReceive() {
    long next = ledger(CONTROL_RECEIVE).next();
    MemorySegment buffer = heard[(int) (next % CONTROL_SLOTS)];
    post(Operation.CONTROL_RECEIVE, buffer, CONTROL_BYTES, 0);
  }

  @Override
  public int poll() {
    boolean both = controlling && !controlQueue.equals(queue);
    return both ? poll(queue) + poll(controlQueue) : poll(queue);
  }

  private int poll(CompletionQueue from) {
    int count = from.poll(batch, BATCH);
    if (count < 0) {
      throw new PerfFailure("Polling failed: " + describe(count) + ".");
    }
    for (int i = 0; i < count; i++) {
      settleOne(i);
    }
    return count;
  }

  private void settleOne(int i) {
    if (isFailure(batch.status(i))) {
      throw failed(batch.wrId(i), CompletionStatus.text(batch.status(i)));
    }
    boolean received = batch.opcode(i) == CompletionOpcode.RECV;
    boolean timed = received && (batch.wcFlags(i) & WcFlags.WITH_IMM) != 0;
    long length = received ? Integer.toUnsignedLong(batch.byteLen(i)) : 0;
    settle(batch.wrId(i), length, timed ? timeOf(batch.immData(i)) : UNTIMED);
  }

  private boolean isFailure(int status) {
    boolean expected = flushing && status == CompletionStatus.WR_FLUSH_ERR;
    return status != CompletionStatus.SUCCESS && !expected;
  }

  /** A time less than four seconds ago, from its low half. */
  private static long timeOf(int low) {
    long now = System.nanoTime();
    return now - Integer.toUnsignedLong((int) now - low);
  }

  /** Arms, polls, then sleeps: a completion in between generates an event. */
  @Override
  public int sleep() {
    if (channel == null) {
      Thread.yield();
      return poll();
    }
    queue.requestNotify(false);
    int count = poll();
    return count > 0 ? count : sleepUntilEvent();
  }

  private int sleepUntilEvent() {
    watchdog.start();
    int errno = channel.getEvent(event);
    boolean late = watchdog.stop();
    if (errno == 0) {
      queue.ackEvents(1);
    } else if (!late) {
      Thread.currentThread().interrupt();
    }
    return poll();
  }

  /** The receives posted for control messages are flushed. */
  @Override
  public void finish() {
    controlling = true;
    awaitAll(CONTROL_SEND);
    flushing = true;
    control.stop();
    super.finish();
  }

  @Override
  public void close() {
    if (watchdog != null) {
      watchdog.close();
    }
    messages.close();
    control.close();
    queue.close();
    controlQueue.close();
    if (channel != null) {
      channel.close();
    }
    regions.forEach(MemoryRegion::close);
    domain.close();
  }
}
