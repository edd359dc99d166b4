package dev.weft.nic.responder;

import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.ReceiveQueue;

/**
 * The sequence of a peer's requests: the number that is expected next, and the end of a request
 * that cannot be executed. A reliable peer gets a NAK of the expected number; an unreliable one
 * loses the message.
 *
 * <p>The caller holds the machine's lock.
 */
final class RequestSequence {
  private final LocalQueuePair queuePair;
  private final ResponseQueue responses;
  private final IncomingMessage message;
  private final boolean reliable;

  /** Owner of the messages; changes with each message of an end-to-end context. */
  private LocalQueuePair owner;

  private ReceiveQueue receives;
  private int expected;

  /** Drops everything until the expected number comes. */
  private boolean dropping;

  RequestSequence(
      LocalQueuePair queuePair,
      ResponseQueue responses,
      IncomingMessage message,
      boolean reliable) {
    this.queuePair = queuePair;
    this.responses = responses;
    this.message = message;
    this.reliable = reliable;
  }

  /** Sets the queue pair of the following messages. */
  void aim(LocalQueuePair at, ReceiveQueue receiving) {
    owner = at;
    receives = receiving;
  }

  /** The number of the next or the current message. */
  int expected() {
    return expected;
  }

  void expect(int number) {
    expected = number;
  }

  /** The expected request has been executed. */
  void advance() {
    expected = SequenceNumbers.next(expected);
  }

  boolean isDropping() {
    return dropping;
  }

  /** The expected request has come, or no request is expected any more. */
  void stopDropping() {
    dropping = false;
  }

  /** A request before this one was lost. */
  void lost() {
    if (reliable && !dropping) {
      responses.refuse(PacketFormat.NAK, expected, PacketFormat.NAK_SEQUENCE);
    }
    dropping = true;
  }

  /** There is no receive for the expected message. */
  void notReady() {
    if (reliable) {
      responses.refuse(PacketFormat.NOT_READY, expected, queuePair.attributes.notReadyTimer);
    }
    dropping = true;
    message.clear();
  }

  /** Refuses a request to access memory. */
  void refuse(IncomingFrame frame, int code) {
    boolean immediate = frame.kind() == PacketFormat.WRITE && frame.has(PacketFormat.HAS_IMMEDIATE);
    boolean held = reliable && immediate && receives.hold();
    fail(code, held ? WcStatus.LOCAL_ACCESS : WcStatus.SUCCESS, code == PacketFormat.NAK_ACCESS);
  }

  /** Sends a NAK if reliable, completes the current receive and enters the error state. */
  void fail(int code, int receiveStatus, boolean access) {
    message.clear();
    if (receiveStatus != WcStatus.SUCCESS && receives.isHolding()) {
      abort(receiveStatus);
    } else if (!reliable) {
      advance();
      return; // the message is lost
    }
    if (reliable) {
      responses.refuse(PacketFormat.NAK, expected, code);
      if (receiveStatus == WcStatus.SUCCESS) {
        owner.happened(access ? TransportEvents.QP_ACCESS_ERR : TransportEvents.QP_REQ_ERR);
      }
    }
    queuePair.refused();
  }

  /** Cancels the current message; its receive, if it has one, completes with this status. */
  void abort(int status) {
    message.clear();
    if (receives.isHolding()) {
      receives.describe(Operation.RECEIVED, status);
      if (!receives.complete()) {
        owner.overrun();
      }
    }
  }

  /** Cancels the current message of an unreliable peer. */
  void abandonMessage() {
    boolean sending = message.isSend();
    message.clear();
    dropping = false;
    if (sending && receives.isShared()) {
      abort(WcStatus.REMOTE_ABORT);
    }
  }
}
