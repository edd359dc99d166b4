package dev.weft.cli.perf;

import dev.weft.fabric.AccessFlags;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.AddressVectorAttributes;
import dev.weft.fabric.BindFlags;
import dev.weft.fabric.CompletionBatch;
import dev.weft.fabric.CompletionFormat;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.CompletionQueueAttributes;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.ErrorCompletion;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.MemoryRegion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * One end of a measurement: a domain, an endpoint and one completion queue, used by one thread.
 *
 * <pre>
 *   context of an operation    63..60 kind | 59..0 its number in the ledger of that kind
 * </pre>
 *
 * Every posted operation is entered into its kind's {@link CompletionLedger}, every completion is
 * checked against it.
 */
final class Side implements AutoCloseable {
  /** Hears of each message that arrives. It must not read the queue itself. */
  @FunctionalInterface
  interface Arrival {

    /**
     * Receive {@code number} has completed.
     *
     * @param data remote completion data, where {@code flags} say so
     */
    void arrived(long number, long length, long flags, long data);
  }

  /** Kinds of operations: messages and the control messages between rounds. */
  static final int SEND = 0;

  static final int RECEIVE = 1;
  private static final int CONTROL_SEND = 2;
  private static final int CONTROL_RECEIVE = 3;

  /** One-sided operations. */
  static final int REMOTE = 4;

  private static final int KINDS = 5;
  private static final int KIND_SHIFT = 60;

  /** Of the memory that the other end may touch. */
  static final long KEY = 7;

  private static final int BATCH = 64;
  private static final long CONTROL_TAG = 1L << 62;
  private static final int SLEEP_MILLIS = 500;

  private final Domain domain;
  private final AddressVector vector;
  private final CompletionQueue queue;
  private final Endpoint endpoint;
  private final boolean sleeps;
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, BATCH);
  private final ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());
  private final CompletionLedger[] ledgers = new CompletionLedger[KINDS];
  private final MemorySegment told;
  private final MemorySegment heard;
  private final Patience patience;
  private Arrival arrival = (number, length, flags, data) -> {};
  private LongConsumer ending = number -> {};
  private MemoryRegion window;
  private long peer;
  private long lastLength;

  /** An end that knows no other yet. */
  Side(Fabric fabric, FabricInfo info, Row row) {
    int underWay = row.slots() + Row.SPARE;
    WaitMode wait = row.waitMode();
    this.patience = new Patience(row.patience());
    this.domain = fabric.openDomain(info);
    this.vector = domain.openAddressVector(AddressVectorAttributes.defaults());
    this.queue = domain.openCompletionQueue(queueAttributes(wait, underWay));
    this.endpoint = domain.openEndpoint(info);
    this.sleeps = wait != WaitMode.SPIN;
    this.told = domain.allocate(Long.BYTES);
    this.heard = domain.allocate(Long.BYTES);
    for (int kind = 0; kind < KINDS; kind++) {
      ledgers[kind] = new CompletionLedger(underWay);
    }
    endpoint.bind(vector, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.enable();
  }

  private static CompletionQueueAttributes queueAttributes(WaitMode wait, int underWay) {
    return CompletionQueueAttributes.builder()
        .format(CompletionFormat.TAGGED)
        .waitObject(wait.waitObject())
        .size(2L * underWay + BATCH)
        .build();
  }

  /** How the other end finds this one. */
  byte[] name() {
    return endpoint.name();
  }

  /** From now on messages go to the other end. */
  void connect(byte[] name) {
    peer = vector.insert(name);
  }

  /** From now on this hears of every message that arrives. */
  void onArrival(Arrival arrival) {
    this.arrival = arrival;
  }

  /** From now on this hears the number of every one-sided operation that ends. */
  void onEnd(LongConsumer listener) {
    ending = listener;
  }

  /** Memory for this many messages, each starting on a cache line of its own. */
  MemorySegment[] buffers(int count, int size) {
    return parts(domain.allocate(count * stride(size)), size);
  }

  /** The same, once: the other end touches them by {@link #KEY}, from 0 on. */
  MemorySegment[] window(int count, int size) {
    MemorySegment all = domain.allocate(count * stride(size));
    window = domain.register(all, AccessFlags.REMOTE, KEY);
    return parts(all, size);
  }

  private static MemorySegment[] parts(MemorySegment all, int size) {
    MemorySegment[] parts = new MemorySegment[(int) (all.byteSize() / stride(size))];
    for (int slot = 0; slot < parts.length; slot++) {
      parts[slot] = all.asSlice(slot * stride(size), size);
    }
    return parts;
  }

  /** From one buffer to the next. */
  static long stride(int size) {
    return Math.max(64, (size + 63L) & -64L);
  }

  /** Sends a message. */
  void send(MemorySegment buffer, long length) {
    while (refused(SEND, endpoint.send(buffer, length, peer, context(SEND)))) {
      spinOnce();
    }
  }

  /** Sends a message with remote completion data. */
  void sendData(MemorySegment buffer, long length, long data) {
    while (refused(SEND, endpoint.sendData(buffer, length, data, peer, context(SEND)))) {
      spinOnce();
    }
  }

  /** Posts a receive, unless the provider wants completions read first. */
  boolean tryReceive(MemorySegment buffer) {
    return !refused(RECEIVE, endpoint.recv(buffer, buffer.byteSize(), peer, context(RECEIVE)));
  }

  /** Sends a tagged message. */
  void sendTagged(MemorySegment buffer, long length, long tag) {
    while (refused(SEND, endpoint.tsend(buffer, length, peer, tag, context(SEND)))) {
      spinOnce();
    }
  }

  /** Posts a receive for one tag. */
  void receiveTagged(MemorySegment buffer, long tag) {
    while (refused(
        RECEIVE, endpoint.trecv(buffer, buffer.byteSize(), peer, tag, 0, context(RECEIVE)))) {
      spinOnce();
    }
  }

  /** Tells the other end a number. */
  void tell(long number) {
    awaitAll(CONTROL_SEND);
    told.set(ValueLayout.JAVA_LONG, 0, number);
    while (refused(
        CONTROL_SEND, endpoint.tsend(told, Long.BYTES, peer, CONTROL_TAG, context(CONTROL_SEND)))) {
      spinOnce();
    }
  }

  /** Waits for a number that the other end tells. */
  long listen() {
    while (refused(
        CONTROL_RECEIVE,
        endpoint.trecv(heard, Long.BYTES, peer, CONTROL_TAG, 0, context(CONTROL_RECEIVE)))) {
      spinOnce();
    }
    awaitAll(CONTROL_RECEIVE);
    return heard.get(ValueLayout.JAVA_LONG, 0);
  }

  /** What one-sided operations are posted to. */
  Endpoint endpoint() {
    return endpoint;
  }

  /** The other end. */
  long peer() {
    return peer;
  }

  /** The context of the next operation of this kind. */
  long context(int kind) {
    return ((long) kind << KIND_SHIFT) | ledgers[kind].next();
  }

  /** Counts what was accepted; true where it is to be tried again. */
  boolean refused(int kind, int result) {
    if (result == 0) {
      ledgers[kind].accept();
      return false;
    }
    if (result != -Errno.EAGAIN) {
      throw new PerfFailure("An operation was refused: " + describe(result) + ".");
    }
    return true;
  }

  /** Reads what has completed, without waiting. Returns how many entries. */
  int poll() {
    return settle(queue.read(batch, BATCH));
  }

  /** Reads completions, and waits for the first of them. */
  int await() {
    int count = sleeps ? sleep() : poll();
    return count > 0 ? count : awaitPatiently();
  }

  private int sleep() {
    return settle(queue.sread(batch, BATCH, 0, SLEEP_MILLIS));
  }

  private int awaitPatiently() {
    int count = 0;
    while (count == 0) {
      count = sleeps ? sleepOnce() : spinOnce();
    }
    return count;
  }

  private int sleepOnce() {
    patience.check(this);
    return sleep();
  }

  /** Before something is tried again. */
  int spinOnce() {
    Thread.onSpinWait();
    patience.spin(this);
    return poll();
  }

  /** Waits until every operation of this kind has completed. */
  void awaitAll(int kind) {
    while (ledgers[kind].outstanding() > 0) {
      await();
    }
  }

  /** Waits until every operation has completed, then looks for completions too many. */
  void finish() {
    for (int kind = 0; kind < KINDS; kind++) {
      awaitAll(kind);
    }
    for (int look = 0; look < BATCH; look++) {
      poll();
    }
  }

  /** Polls both ends, which one thread drives, until the operations of this kind are complete. */
  void pollAll(int kind, Side other) {
    poll();
    while (ledgers[kind].outstanding() > 0) {
      other.poll();
      poll();
      patience.spin(this);
    }
  }

  private int settle(int count) {
    if (count > 0) {
      patience.reset();
    }
    for (int i = 0; i < count; i++) {
      settleOne(batch.context(i), i);
    }
    if (count < 0 && count != -Errno.EAGAIN) {
      throw failure(count);
    }
    return Math.max(count, 0);
  }

  private void settleOne(long context, int i) {
    int kind = (int) (context >>> KIND_SHIFT) % KINDS;
    ledgers[kind].complete(number(context));
    if (kind == REMOTE) {
      ending.accept(number(context));
    } else if (kind == RECEIVE) {
      lastLength = batch.length(i);
      arrival.arrived(number(context), lastLength, batch.flags(i), batch.data(i));
    }
  }

  private PerfFailure failure(int result) {
    if (result != -Errno.EAVAIL || queue.readErr(error, 0) != 1) {
      return new PerfFailure("Reading completions failed: " + describe(result) + ".");
    }
    CompletionLedger ledger = ledgers[(int) (error.context() >>> KIND_SHIFT) % KINDS];
    ledger.complete(number(error.context()));
    return new PerfFailure(
        "An operation failed: %s; %s."
            .formatted(describe(error.error()), queue.strerror(error.providerError())));
  }

  private static String describe(int errno) {
    return Errno.name(errno) + ", " + Errno.strerror(errno);
  }

  /** Operations of this kind. */
  CompletionLedger ledger(int kind) {
    return ledgers[kind];
  }

  private static long number(long context) {
    return context & ((1L << KIND_SHIFT) - 1);
  }

  /** The length of the message that arrived last. */
  long lastLength() {
    return lastLength;
  }

  /** How many operations were accepted. */
  long posted() {
    return sum(CompletionLedger::posted);
  }

  /** How many of them completed. */
  long seen() {
    return sum(CompletionLedger::seen);
  }

  /** How many completions came too often. */
  long duplicated() {
    return sum(CompletionLedger::duplicated);
  }

  private long sum(ToLongFunction<CompletionLedger> count) {
    long sum = 0;
    for (CompletionLedger ledger : ledgers) {
      sum += count.applyAsLong(ledger);
    }
    return sum;
  }

  @Override
  public void close() {
    endpoint.close();
    if (window != null) {
      window.close();
    }
    queue.close();
    vector.close();
    domain.close();
  }
}
