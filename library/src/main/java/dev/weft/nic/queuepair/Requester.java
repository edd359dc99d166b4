package dev.weft.nic.queuepair;

import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.RequestNumbers;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.RequestWriter;
import dev.weft.nic.workqueue.SendQueue;
import dev.weft.wire.Link;

/**
 * The requester of a connected queue pair. It sends posted requests in order and keeps them until
 * the peer has acknowledged them. It retries from the oldest unacknowledged one if the peer was not
 * ready or does not respond.
 *
 * <p>The caller holds the machine's lock.
 */
public final class Requester implements SendProtocol {
  private final QueuePairMachine machine;
  private final boolean reliable;

  /** Owner of the requests; changes with each message of an end-to-end context. */
  private QueuePairMachine owner;

  SendQueue queue;
  private BufferTable memory;
  private RequestWriter writer;
  public final RequestNumbers numbers = new RequestNumbers();

  /** Bytes of the next request that were sent. */
  private long offset;

  private final FetchState fetches = new FetchState();

  /** The last request could not be sent. */
  private boolean stopped;

  /** Waits for the RNR timer. */
  private boolean waiting;

  private final RetryCounts retries;
  private final DrainLimit limit = new DrainLimit();
  private final ResponseHandler responses;

  Requester(QueuePairMachine machine, RequestWriter requests, boolean reliable) {
    this.machine = machine;
    this.reliable = reliable;
    retries = new RetryCounts(machine.attributes);
    responses = new ResponseHandler(machine, this, fetches, retries);
    serve(machine, requests);
  }

  private void serve(QueuePairMachine of, RequestWriter requests) {
    owner = of;
    writer = requests;
    queue = requests.queue;
    memory = requests.memory;
  }

  /** Sends the next request of this queue pair only. */
  public void serveOne(QueuePairMachine of, RequestWriter requests) {
    serve(of, requests);
    forgetSent();
    limit.set(queue.done + 1);
  }

  @Override
  public void start(int number) {
    numbers.start(number);
  }

  @Override
  public void clear() {
    queue.clear();
    forgetSent();
    limit.clear();
  }

  private void forgetSent() {
    offset = 0;
    fetches.clear();
    stopped = false;
    waiting = false;
    retries.clear();
  }

  @Override
  public void drain() {
    limit.drain(queue.done);
  }

  @Override
  public void resume() {
    limit.clear();
    pump();
  }

  @Override
  public boolean isDraining() {
    return limit.isSet();
  }

  @Override
  public boolean isDrained() {
    return !limit.isBefore(queue.done);
  }

  /** Whether a response is expected. */
  boolean isOutstanding() {
    return reliable && !waiting && hasOldest();
  }

  /** Whether posted requests have not been sent. */
  boolean hasMore() {
    return queue.sent < queue.posted();
  }

  @Override
  public void pump() {
    while (queue.sent < queue.posted() && !stopped && !waiting && mayGoOn() && sendNext()) {
      // send the next one
    }
    if (stopped) {
      settle();
    }
  }

  private boolean mayGoOn() {
    if (offset > 0) {
      return true;
    }
    long index = queue.sent;
    if (!limit.isBefore(index)
        || (fetches.outstanding() > 0 && queue.has(index, WorkFlags.FENCE))) {
      return false;
    }
    return !Operation.fetches(queue.opcode(index))
        || machine.attributes.mayFetch(fetches.outstanding());
  }

  private boolean sendNext() {
    long index = queue.sent;
    int opcode = queue.opcode(index);
    if (Operation.isLocal(opcode)) {
      return executeHere(index);
    }
    if (Operation.fetches(opcode) && machine.attributes.maxReads == 0) {
      return stop(index, WcStatus.LOCAL_OPERATION);
    }
    Link link = machine.peers().peer();
    if (reliable && link == null && machine.peers().isOfOtherVersion()) {
      return stop(index, WcStatus.RETRIES_EXCEEDED);
    }
    if (reliable && offset == 0 && queue.done == index && mayGoDirectly(link, opcode)) {
      InProcessPath.Outcome outcome = executeDirectly(link, index);
      if (outcome != InProcessPath.Outcome.FRAMES) {
        return outcome == InProcessPath.Outcome.DONE && endDirectly();
      }
    }
    if (offset == 0 && !isAllowed(link, index, opcode)) {
      return stop(index, WcStatus.LOCAL_PROTECTION);
    }
    return sendPart(link, index, opcode);
  }

  /** Whether there are ways without frames: for sends, only to peers in this process. */
  private static boolean mayGoDirectly(Link link, int opcode) {
    return link != null && (Operation.isOneSided(opcode) || link.inProcessPeer() != null);
  }

  /** Executes the oldest request without frames, and without a number in memory of a process. */
  private InProcessPath.Outcome executeDirectly(Link link, long index) {
    InProcessPath.Outcome outcome = machine.inProcessPath.ask(link, index, numbers);
    if (queue.done != index || !machine.canSend()) { // flushed
      return InProcessPath.Outcome.LATER;
    }
    boolean frames = outcome == InProcessPath.Outcome.FRAMES && !limit.hasBegun(index);
    return frames && machine.sharedMemoryPath.execute(link, index)
        ? InProcessPath.Outcome.DONE
        : outcome;
  }

  /** Whether the buffers may be accessed. The copy to the ring checks a single one itself. */
  private boolean isAllowed(Link link, long index, int opcode) {
    boolean fetches = Operation.fetches(opcode);
    boolean isCopied = link != null && !fetches;
    return (isCopied && queue.isCheckedByCopy(index)) || queue.allows(index, memory, fetches);
  }

  /** Writes a frame, or none if the ring is full. */
  private boolean sendPart(Link link, long index, int opcode) {
    queue.number(index, numbers.next());
    limit.begin(index);
    numbers.begin();
    long length = queue.length(index);
    long written = write(link, index, length);
    if (written < 0) {
      return written == RequestWriter.FORBIDDEN && stop(index, memory.failure());
    }
    offset += written;
    if (Operation.fetches(opcode) || offset >= length) {
      sentWhole(opcode);
    }
    return true;
  }

  /**
   * Writes the next part of a request, or the location of its data if this is the first attempt.
   */
  private long write(Link link, long index, long length) {
    if (link == null) {
      return length - offset; // the peer is not reachable: the message is lost
    }
    boolean fresh = reliable && offset == 0 && retries.isFirstTry();
    boolean placed = fresh && machine.locatedSends.write(link, queue, memory, index);
    long written = placed ? length : writer.write(link, index, offset);
    if (written >= 0) {
      machine.ringLater(link);
    }
    boolean full = written == RequestWriter.FULL;
    boolean lost = !reliable && machine.headOfQueue.isOver(link, full);
    return lost ? length - offset : written;
  }

  private boolean endDirectly() {
    limit.begin(queue.sent++);
    return endOldest();
  }

  private void sentWhole(int opcode) {
    offset = 0;
    queue.sent++;
    numbers.use();
    if (Operation.fetches(opcode)) {
      fetches.sent();
    }
    if (!reliable) {
      settle();
    }
  }

  private boolean executeHere(long index) {
    queue.number(index, numbers.next());
    int status = LocalOperation.execute(machine, queue, index);
    if (status != WcStatus.SUCCESS) {
      return stop(index, status);
    }
    queue.sent++;
    settle();
    return true;
  }

  /** Sends nothing after this request, which fails once those before it have completed. */
  private boolean stop(long index, int status) {
    queue.fail(index, status);
    queue.sent = Math.max(queue.sent, index + 1);
    offset = 0;
    stopped = true;
    return false;
  }

  /** Completes the oldest requests that need no response. */
  void settle() {
    while (queue.done < queue.sent) {
      int status = queue.status(queue.done);
      boolean over = !reliable || queue.isExecuted(queue.done);
      if (status != WcStatus.SUCCESS) {
        machine.fail(status);
        return;
      }
      if (!over || !endOldest()) {
        return;
      }
    }
  }

  /** Completes the oldest request; false if its completion was lost. */
  boolean endOldest() {
    retries.clear();
    if (!queue.complete(WcStatus.SUCCESS)) {
      owner.overrun();
      return false;
    }
    machine.noteDrained();
    return true;
  }

  /** Processes a response; false for a protocol violation. */
  boolean accept(IncomingFrame frame) {
    return reliable && responses.accept(frame);
  }

  /** Processes an acknowledgement of all requests up to a number; false for a violation. */
  boolean accept(int acknowledged) {
    if (reliable && numbers.wasSent(acknowledged)) {
      responses.acknowledged(acknowledged);
    }
    return reliable;
  }

  ResponseHandler responses() {
    return responses;
  }

  BufferTable memory() {
    return memory;
  }

  /** Whether a request has been sent, at least in part, and is not acknowledged. */
  boolean hasOldest() {
    return queue.hasUnacknowledged() || offset > 0;
  }

  /** Whether an acknowledged request may complete, or has failed. */
  boolean mayEndOldest() {
    return machine.locatedSends.mayEnd(queue, memory, queue.done);
  }

  /** Goes back to the oldest request and sends nothing until {@link #readyAgain}. */
  void waitForPeer() {
    rewind();
    waiting = true;
  }

  /** Called when the RNR timer expires. */
  void readyAgain() {
    waiting = false;
    pump();
  }

  /** Retries from the oldest unacknowledged request on, after a timeout or a loss. */
  void tryAgain() {
    if (!retries.retry()) {
      machine.fail(WcStatus.RETRIES_EXCEEDED);
      return;
    }
    rewind();
    pump();
  }

  /** Marks sent and unacknowledged requests as not sent. */
  private void rewind() {
    numbers.goBackTo(queue.number(queue.done));
    if (stopped) {
      stopped = false;
      queue.unfail(queue.sent - 1);
    }
    queue.sent = queue.done;
    offset = 0;
    fetches.clear();
  }

  @Override
  public boolean flush(int culprit) {
    boolean allAdded = queue.flush(culprit);
    forgetSent();
    return allAdded;
  }
}
