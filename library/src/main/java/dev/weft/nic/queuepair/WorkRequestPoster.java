package dev.weft.nic.queuepair;

import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.PostError;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.ReceivePosting;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendQueue;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wait.PendingBitLock;

/**
 * Posts work requests, and rejects invalid ones at once. Methods return 0 or a number of {@link
 * PostError}.
 *
 * <p>A posting thread holds the lock of the queue that it posts to, which is held for a few stores
 * or, by a work builder, for as long as the user wants. It never waits for the lock of the machine:
 * {@link #exit} sends the requests if no other thread holds that, else sets its pending bit.
 */
public final class WorkRequestPoster implements ReceivePosting {
  private final QueuePairMachine machine;
  private final QueuePairProgress progress;
  private final SendQueue sends;
  private final ReceiveQueue receives;

  /** What may be posted, by {@link Operation#isIn}. */
  private final int operations;

  private final boolean namesDestinations;
  private final boolean goesThrough;
  private final int inlineLimit;
  private final SendRequest send;
  private final ReceiveRequest receive;
  private final PendingBitLock sending = new PendingBitLock();
  private final PendingBitLock receiving = new PendingBitLock();

  /** Whether requests were committed that the machine was not rung for. */
  private boolean committed;

  WorkRequestPoster(
      QueuePairMachine machine,
      QueuePairProgress progress,
      SendQueue sends,
      ReceiveQueue receives,
      QueuePairConfig parts) {
    this.machine = machine;
    this.progress = progress;
    this.sends = sends;
    this.receives = receives;
    this.operations = receives.matchesTags() ? 0 : parts.type().operations();
    this.namesDestinations = parts.type().isDatagram();
    this.goesThrough = parts.type() == TransportType.RELIABLE_DATAGRAM;
    this.inlineLimit = parts.limits().inline();
    this.send = new SendRequest(parts.limits().sendBuffers(), inlineLimit);
    this.receive = new ReceiveRequest(parts.limits().receiveBuffers());
  }

  /** Acquires the lock of the send queue. May be called again by its holder. */
  public void enter() {
    sending.enter();
  }

  /** Releases the lock of the send queue, and has the committed requests sent. */
  public void exit() {
    if (sending.isNested()) {
      sending.release();
      return;
    }
    boolean ring = committed;
    committed = false;
    sending.release();
    if (ring) {
      progress.posted();
    }
  }

  /** Acquires the lock of the receive queue. */
  public void enterReceives() {
    receiving.enter();
  }

  /** Releases the lock of the receive queue. */
  public void exitReceives() {
    receiving.release();
  }

  /** Waits for posting threads and excludes them, until {@link #admitPosters}. */
  void excludePosters() {
    enter();
    enterReceives();
  }

  void admitPosters() {
    exitReceives();
    exit();
  }

  /** The request to fill in and pass to {@link #stage}. The caller is between enter and exit. */
  public SendRequest send() {
    return send;
  }

  @Override
  public ReceiveRequest receive() {
    return receive;
  }

  /** Stages a send request, which {@link #commit} posts. */
  public int stage(SendRequest request) {
    boolean inline = (request.flags & WorkFlags.INLINE) != 0;
    if (machine.state() < States.READY_TO_SEND
        || !Operation.isIn(request.opcode, operations)
        || (request.flags & ~WorkFlags.OF_SENDS) != 0
        || (inline ? !isInline(request) : request.inlineLength != 0)
        || (namesDestinations && request.destination == null)) {
      return PostError.INVALID;
    }
    long length =
        inline ? request.inlineLength : BufferTable.total(request.list, 0, request.buffers);
    if (length > PacketFormat.MAX_MESSAGE
        || (Operation.isAtomic(request.opcode) && !isWord(request, length))
        || (request.opcode == Operation.FLUSH && !isFlush(request))) {
      return PostError.INVALID;
    }
    boolean staged =
        goesThrough ? sends.stageThrough(request, length) : sends.stage(request, length);
    return staged ? 0 : PostError.NO_ROOM;
  }

  private boolean isInline(SendRequest request) {
    return Operation.mayBeInline(request.opcode)
        && request.buffers == 0
        && request.inlineLength <= inlineLimit;
  }

  private static boolean isWord(SendRequest request, long length) {
    return length == Long.BYTES && request.remoteAddress % Long.BYTES == 0;
  }

  private static boolean isFlush(SendRequest request) {
    return PacketFormat.isFlushType(request.compareAdd & ~PacketFormat.WHOLE_REGION);
  }

  /** Posts the staged requests; they are sent as soon as possible. */
  public void commit() {
    sends.commit();
    committed = true;
  }

  /** Discards the staged requests. */
  public void abort() {
    sends.abort();
  }

  @Override
  public int post(ReceiveRequest request) {
    if (machine.state() == States.RESET || receives.isShared()) {
      return PostError.INVALID;
    }
    if (!receives.add(request)) {
      return PostError.NO_ROOM;
    }
    if (machine.state() == States.ERROR) {
      progress.posted(); // flushes it
    }
    return 0;
  }
}
