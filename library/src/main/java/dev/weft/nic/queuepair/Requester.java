package dev.weft.nic.queuepair;

import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.RequestNumbers;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.progress.RnrTimer;
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

  private int retries;
  private int notReadyRetries;

  long answers;

  /** The index after the last request that was ever sent in part. */
  private long begun;

  /** The index where draining of the send queue ends, while it drains. */
  private long drainEnd = Long.MAX_VALUE;

  Requester(QueuePairMachine machine, RequestWriter requests, boolean reliable) {
    this.machine = machine;
    this.reliable = reliable;
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
    drainEnd = queue.done + 1;
  }

  @Override
  public void start(int number) {
    numbers.start(number);
  }

  @Override
  public void clear() {
    queue.clear();
    forgetSent();
    drainEnd = Long.MAX_VALUE;
  }

  private void forgetSent() {
    offset = 0;
    fetches.clear();
    stopped = false;
    waiting = false;
    retries = 0;
    notReadyRetries = 0;
  }

  @Override
  public void drain() {
    drainEnd = Math.max(begun, queue.done);
  }

  @Override
  public void resume() {
    drainEnd = Long.MAX_VALUE;
    pump();
  }

  @Override
  public boolean isDraining() {
    return drainEnd != Long.MAX_VALUE;
  }

  @Override
  public boolean isDrained() {
    return queue.done >= drainEnd;
  }

  /** Whether a response is expected. */
  boolean isOutstanding() {
    return reliable && !waiting && (queue.hasUnacknowledged() || offset > 0);
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
    if (index >= drainEnd || (fetches.outstanding() > 0 && queue.has(index, WorkFlags.FENCE))) {
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
    boolean first = reliable && offset == 0 && queue.done == index;
    if (first && link != null) {
      InProcessPath.Outcome outcome = machine.inProcessPath().ask(link, index, numbers);
      boolean ended = queue.done != index || !machine.canSend(); // flushed
      if (ended || outcome != InProcessPath.Outcome.FRAMES) {
        return !ended && outcome == InProcessPath.Outcome.DONE && endDirectly();
      }
      if (index >= begun && machine.sharedMemoryPath().execute(link, index)) {
        return endDirectly(); // needs no number: the peer takes no part
      }
    }
    if (offset == 0 && !queue.allows(index, memory, Operation.fetches(opcode))) {
      return stop(index, WcStatus.LOCAL_PROTECTION);
    }
    queue.number(index, numbers.next());
    begun = Math.max(begun, index + 1);
    numbers.begin();
    long written = write(link, index);
    if (written < 0) {
      return written == RequestWriter.FORBIDDEN && stop(index, memory.failure());
    }
    offset += written;
    if (Operation.fetches(opcode) || offset >= queue.length(index)) {
      sentWhole(opcode);
    }
    return true;
  }

  /** Writes the next part of a request, or the place of its data if this is the first attempt. */
  private long write(Link link, long index) {
    if (link == null) {
      return queue.length(index) - offset; // the peer is not reachable: the message is lost
    }
    boolean fresh = reliable && offset == 0 && retries == 0;
    boolean placed = fresh && machine.placedSends().write(link, queue, memory, index);
    long written = placed ? queue.length(index) : writer.write(link, index, offset);
    if (written >= 0) {
      machine.ringLater(link);
    }
    return written;
  }

  private boolean endDirectly() {
    queue.sent++;
    begun = Math.max(begun, queue.sent);
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
  private void settle() {
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

  private boolean endOldest() {
    retries = 0;
    notReadyRetries = 0;
    if (!queue.complete(WcStatus.SUCCESS)) {
      owner.overrun();
      return false;
    }
    machine.noteDrained();
    return true;
  }

  /** Processes a response; false for a protocol violation. */
  boolean accept(IncomingFrame frame) {
    if (!reliable || !numbers.wasSent(frame.number())) {
      return reliable && PacketFormat.isAnswer(frame.kind());
    }
    switch (frame.kind()) {
      case PacketFormat.ACK -> acknowledged(frame.number());
      case PacketFormat.NAK -> refused(frame.number(), frame.handle());
      case PacketFormat.NOT_READY -> notReady(frame.number(), frame.handle());
      case PacketFormat.READ_ANSWER, PacketFormat.ATOMIC_ANSWER -> fetched(frame);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Completes all requests up to this number, if that was sent. */
  void acknowledged(int number) {
    answers++;
    boolean sent = numbers.wasSent(number);
    while (sent && queue.done < queue.sent && queue.isOldestAnsweredBy(number)) {
      if (Operation.fetches(queue.opcode(queue.done))) {
        missed();
        return;
      }
      if (!machine.placedSends().mayEnd(queue, memory, queue.done) || !endOldest()) {
        return;
      }
      settle();
    }
  }

  /** Data of the oldest request was skipped: it was requested again, or the response is bad. */
  private void missed() {
    if (retries == 0) {
      machine.fail(WcStatus.BAD_RESPONSE);
    }
  }

  /** Processes a part of fetched data. */
  private void fetched(IncomingFrame frame) {
    int number = frame.number();
    acknowledged(SequenceNumbers.before(number));
    long index = queue.done;
    if (index >= queue.sent
        || queue.number(index) != number
        || !Operation.fetches(queue.opcode(index))
        || queue.status(index) != WcStatus.SUCCESS) {
      return; // a duplicate
    }
    switch (fetches.take(queue, memory, frame)) {
      case MISSED -> missed();
      case MALFORMED -> machine.fail(WcStatus.BAD_RESPONSE);
      case DENIED -> machine.fail(memory.failure());
      case WHOLE -> {
        if (endOldest()) {
          settle();
        }
      }
      case PART -> {}
    }
  }

  /** Handles an RNR NAK: the peer had no receive for this request. */
  private void notReady(int number, int timer) {
    if (!becomesOldest(number)) {
      return;
    }
    int allowed = machine.attributes.notReadyRetries;
    if (allowed != Attributes.FOR_EVER && ++notReadyRetries > allowed) {
      machine.fail(WcStatus.RNR_RETRIES_EXCEEDED);
      return;
    }
    rewind();
    waiting = true;
    machine.retryTimer.waitForPeer(RnrTimer.nanos(timer));
  }

  /** Called when the RNR timer expires. */
  void readyAgain() {
    waiting = false;
    pump();
  }

  /** Handles a NAK of this request. */
  private void refused(int number, int code) {
    if (!becomesOldest(number)) {
      return;
    }
    if (code == PacketFormat.NAK_SEQUENCE) {
      machine.placedSends().refused(queue, queue.done);
      tryAgain();
    } else {
      machine.fail(WcStatus.ofRefusal(code));
    }
  }

  /** Completes all requests before this one; whether it is the oldest now. */
  private boolean becomesOldest(int number) {
    acknowledged(SequenceNumbers.before(number));
    return (queue.hasUnacknowledged() || offset > 0) && queue.number(queue.done) == number;
  }

  /** Retries from the oldest unacknowledged request on, after a timeout or a loss. */
  void tryAgain() {
    if (++retries > machine.attributes.retries) {
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
