package dev.weft.nic.queuepair;

import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.RequestNumbers;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.progress.RnrTimer;
import dev.weft.nic.workqueue.SendQueue;

/**
 * Handles the responses to a {@link Requester}. An acknowledgement completes all requests up to its
 * number, the data of reads and atomic operations are stored, a NAK makes the requester retry or
 * fail.
 *
 * <p>The caller holds the machine's lock.
 */
final class ResponseHandler {
  private final QueuePairMachine machine;
  private final Requester requester;
  private final RequestNumbers numbers;
  private final FetchState fetches;
  private final RetryCounts retries;

  /** How many responses have come. */
  private long count;

  ResponseHandler(
      QueuePairMachine machine, Requester requester, FetchState fetches, RetryCounts retries) {
    this.machine = machine;
    this.requester = requester;
    this.numbers = requester.numbers;
    this.fetches = fetches;
    this.retries = retries;
  }

  long count() {
    return count;
  }

  /** Processes a response of a reliable peer; false for a protocol violation. */
  boolean accept(IncomingFrame frame) {
    int number = frame.number();
    if (!numbers.wasSent(number)) {
      return PacketFormat.isAnswer(frame.kind());
    }
    switch (frame.kind()) {
      case PacketFormat.NAK -> refused(number, frame.handle());
      case PacketFormat.NOT_READY -> notReady(number, frame.handle());
      case PacketFormat.READ_ANSWER, PacketFormat.ATOMIC_ANSWER -> fetched(frame);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Completes all requests up to this number, if that was sent. */
  void acknowledged(int number) {
    count++;
    SendQueue queue = requester.queue;
    boolean sent = numbers.wasSent(number);
    while (sent && queue.done < queue.sent && queue.isOldestAnsweredBy(number)) {
      if (Operation.fetches(queue.opcode(queue.done))) {
        missed();
        return;
      }
      if (!requester.mayEndOldest() || !requester.endOldest()) {
        return;
      }
      requester.settle();
    }
  }

  /** Data of the oldest request was skipped: it was requested again, or the response is bad. */
  private void missed() {
    if (retries.isFirstTry()) {
      machine.fail(WcStatus.BAD_RESPONSE);
    }
  }

  /** Processes a part of fetched data. */
  private void fetched(IncomingFrame frame) {
    int number = frame.number();
    acknowledged(SequenceNumbers.before(number));
    SendQueue queue = requester.queue;
    long index = queue.done;
    if (index >= queue.sent
        || queue.number(index) != number
        || !Operation.fetches(queue.opcode(index))
        || queue.status(index) != WcStatus.SUCCESS) {
      return; // a duplicate
    }
    switch (fetches.take(queue, requester.memory(), frame)) {
      case MISSED -> missed();
      case MALFORMED -> machine.fail(WcStatus.BAD_RESPONSE);
      case DENIED -> machine.fail(requester.memory().failure());
      case WHOLE -> {
        if (requester.endOldest()) {
          requester.settle();
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
    if (retries.retryNotReady()) {
      requester.waitForPeer();
      machine.retryTimer.waitForPeer(RnrTimer.nanos(timer));
    } else {
      machine.fail(WcStatus.RNR_RETRIES_EXCEEDED);
    }
  }

  /** Handles a NAK of this request. */
  private void refused(int number, int code) {
    if (!becomesOldest(number)) {
      return;
    }
    if (code == PacketFormat.NAK_SEQUENCE) {
      machine.locatedSends.refused(requester.queue, requester.queue.done);
      requester.tryAgain();
    } else {
      machine.fail(WcStatus.ofRefusal(code));
    }
  }

  /** Completes all requests before this one; whether it is the oldest now. */
  private boolean becomesOldest(int number) {
    acknowledged(SequenceNumbers.before(number));
    return requester.hasOldest() && requester.queue.number(requester.queue.done) == number;
  }
}
