package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricAddress;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/** One enabled endpoint with its queues, its address vector and memory for its messages. */
public final class Peer {

  /** Bytes of one message buffer. */
  public static final long SLOT = 64;

  static final int SLOTS = 2048;

  private final Endpoint endpoint;
  private final AddressVector vector;
  private final QueueReader transmit;
  private final QueueReader receive;
  private final MemorySegment memory;
  private final Runnable progressOfAll;
  private final boolean drivesPeers;
  private final Map<Peer, Long> handles = new ConcurrentHashMap<>();

  Peer(
      Endpoint endpoint,
      AddressVector vector,
      CompletionQueue transmitQueue,
      CompletionQueue receiveQueue,
      MemorySegment memory,
      Runnable progressOfAll,
      boolean drivesPeers) {
    this.endpoint = endpoint;
    this.vector = vector;
    Runnable further = drivesPeers ? progressOfAll : () -> {};
    this.transmit = new QueueReader(transmitQueue, further);
    this.receive =
        transmitQueue.equals(receiveQueue) ? transmit : new QueueReader(receiveQueue, further);
    this.memory = memory;
    this.progressOfAll = progressOfAll;
    this.drivesPeers = drivesPeers;
  }

  public Endpoint endpoint() {
    return endpoint;
  }

  public AddressVector vector() {
    return vector;
  }

  public CompletionQueue transmitQueue() {
    return transmit.queue();
  }

  public CompletionQueue receiveQueue() {
    return receive.queue();
  }

  /** Reads the transmit queue. */
  public QueueReader transmit() {
    return transmit;
  }

  /** Reads the receive queue; the same as {@link #transmit} if the queue is shared. */
  public QueueReader receive() {
    return receive;
  }

  /** The buffer of the message with this context: {@value #SLOT} bytes, reused every 2048. */
  public MemorySegment slot(long context) {
    return memory.asSlice(Math.floorMod(context, SLOTS) * SLOT, SLOT);
  }

  /** All of the memory. */
  public MemorySegment memory() {
    return memory;
  }

  /** Inserts the other peer into the address vector, once. */
  public long handleOf(Peer other) {
    return handles.computeIfAbsent(other, this::insert);
  }

  private long insert(Peer other) {
    long handle = vector.insert(other.endpoint.name());
    Check.that(handle != FabricAddress.NOTAVAIL, "the address of a peer could not be inserted");
    return handle;
  }

  /** Posts a receive of one slot from any source. */
  public void postReceive(long context) {
    MemorySegment slot = slot(context);
    accepted("recv", () -> endpoint.recv(slot, SLOT, FabricAddress.UNSPEC, context));
  }

  /** Sends 8 bytes with the context as payload. */
  public void send(Peer destination, long context) {
    MemorySegment slot = slot(context);
    slot.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, context);
    long handle = handleOf(destination);
    accepted("send", () -> endpoint.send(slot, Long.BYTES, handle, context));
  }

  /** Cancels the pending operation with this context. */
  public void cancel(long context) {
    Check.returned(0, endpoint.cancel(context), "cancel(context=%d)", context);
  }

  /** The number in the message received with this context. */
  public long payload(long context) {
    return slot(context).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
  }

  /** Repeats a post while it returns {@code -FI_EAGAIN}, unless that hangs. */
  public void accepted(String call, IntSupplier post) {
    Arrivals.post(call, post, progressOfAll);
  }

  /** Drives its progress if messages of the provider need that of their sender to arrive. */
  public void push() {
    if (drivesPeers) {
      progress();
    }
  }

  /** The result of a part of the check that waits for messages of this peer. */
  public <T> T pushUntilDone(Task<T> receiver) throws InterruptedException {
    HangDetector detector = new HangDetector();
    while (drivesPeers && !receiver.isDone() && detector.lap()) {
      progress();
    }
    return receiver.result();
  }

  /** Whether its queues are open. */
  boolean isOpen() {
    return !transmit.queue().isClosed() && !receive.queue().isClosed();
  }

  /** Drives the progress of this endpoint without reading an entry. */
  public void progress() {
    transmit.queue().read(null, 0);
    receive.queue().read(null, 0);
  }
}
