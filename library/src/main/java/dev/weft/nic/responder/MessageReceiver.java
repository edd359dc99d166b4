package dev.weft.nic.responder;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.FrameOutcome;
import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.sharedmemory.LocatedSends;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.ReceiveQueue;

/**
 * Executes the sends and writes of a peer, part by part: sends go to the receives, writes to the
 * granted memory. The last part completes the receive, if the message has one.
 *
 * <p>The caller holds the machine's lock.
 */
final class MessageReceiver {
  private final RequestSequence sequence;
  private final IncomingMessage message;
  private final RemoteAccess remote;
  private final LocatedSends locatedSends;
  private final TaggedReceives tagged;
  private final boolean reliable;

  /** Owner of the messages; changes with each message of an end-to-end context. */
  private LocalQueuePair owner;

  private ReceiveQueue receives;
  private BufferTable memory;

  MessageReceiver(
      RequestSequence sequence,
      IncomingMessage message,
      RemoteAccess remote,
      LocatedSends locatedSends,
      TaggedReceives taggedOrNull,
      boolean reliable) {
    this.sequence = sequence;
    this.message = message;
    this.remote = remote;
    this.locatedSends = locatedSends;
    this.tagged = taggedOrNull;
    this.reliable = reliable;
  }

  /** Sets the queue pair of the following messages. */
  void aim(LocalQueuePair at, ReceiveQueue receiving, BufferTable buffers) {
    owner = at;
    receives = receiving;
    memory = buffers;
  }

  /** Takes a part of a send; returns a {@link FrameOutcome} or a NAK code. */
  int send(IncomingFrame frame) {
    if (tagged != null) {
      return sendTagged(frame);
    }
    if (frame.has(PacketFormat.FIRST)) {
      if (!IncomingMessage.isSound(frame)) {
        return FrameOutcome.MALFORMED;
      }
      if (!holdReceive()) {
        return FrameOutcome.NOT_READY;
      }
      if (!beginSend(frame, frame.data())) {
        return FrameOutcome.PART_TAKEN;
      }
    }
    return frame.has(PacketFormat.LOCATED) ? pull(frame) : send(frame, 0, frame.payloadLength());
  }

  /** A send whose data this side copies. If it cannot, the message has to come in frames. */
  private int pull(IncomingFrame frame) {
    if (!reliable || !LocatedSends.isSound(frame)) {
      return FrameOutcome.MALFORMED;
    }
    if (!locatedSends.pull(frame, receives, memory)) {
      message.clear();
      sequence.lost();
      return FrameOutcome.PART_TAKEN;
    }
    message.add(message.total());
    return describeSend() ? finish() : FrameOutcome.PART_TAKEN;
  }

  /** A send to a tag-matching queue: one at a time for all queue pairs of the queue. */
  private int sendTagged(IncomingFrame frame) {
    tagged.enter();
    try {
      if (!frame.has(PacketFormat.FIRST)) {
        return send(frame, 0, frame.payloadLength());
      }
      int outcome = IncomingMessage.isSound(frame) ? tagged.begin(frame) : FrameOutcome.MALFORMED;
      if (outcome == FrameOutcome.NOT_READY) {
        sequence.notReady();
      }
      if (outcome != FrameOutcome.PART_TAKEN || !beginSend(frame, tagged.delivered(frame.data()))) {
        return outcome;
      }
      long stripped = tagged.stripped();
      return send(frame, stripped, Math.min(frame.payloadLength() - stripped, message.total()));
    } finally {
      tagged.exit();
    }
  }

  /** False if the current receive is too small. */
  private boolean beginSend(IncomingFrame first, long length) {
    message.begin(first, length);
    if (length > receives.room()) {
      sequence.fail(PacketFormat.NAK_INVALID_REQUEST, WcStatus.LOCAL_LENGTH, false);
      return false;
    }
    return true;
  }

  private int send(IncomingFrame frame, long from, long size) {
    if (!message.allows(frame, size)) {
      return FrameOutcome.MALFORMED;
    }
    if (!receives.scatter(memory, message.received(), frame.payload(), from, size)) {
      sequence.fail(PacketFormat.NAK_OPERATION, memory.failure(), false);
      return FrameOutcome.PART_TAKEN;
    }
    message.add(size);
    return frame.has(PacketFormat.LAST) && describeSend() ? finish() : FrameOutcome.PART_TAKEN;
  }

  /** Starts the completion of a send; false if it invalidates what it may not. */
  private boolean describeSend() {
    int key = message.immediateOrKey();
    boolean invalidates = message.has(PacketFormat.HAS_INVALIDATE);
    if (invalidates && !owner.table().invalidate(owner.domain(), key)) {
      sequence.fail(PacketFormat.NAK_ACCESS, WcStatus.LOCAL_OPERATION, true);
      return false;
    }
    WorkCompletion completion = receives.describe(Operation.RECEIVED, WcStatus.SUCCESS);
    if (invalidates) {
      completion.flags = WorkFlags.HAS_INVALIDATED;
      completion.immediateOrKey = key;
    }
    return true;
  }

  private int finish() {
    message.clear();
    receives.describeMessage(message.total(), message.flags(), message.immediateOrKey());
    if (!receives.complete()) {
      owner.overrun();
    }
    return FrameOutcome.TAKEN;
  }

  /** Takes a part of a write; returns a {@link FrameOutcome} or a NAK code. */
  int write(IncomingFrame frame) {
    long skip = 0;
    if (frame.has(PacketFormat.FIRST)) {
      int outcome = beginWrite(frame);
      if (outcome != FrameOutcome.PART_TAKEN) {
        return outcome;
      }
      skip = PacketFormat.REMOTE_HEADER;
    }
    long size = frame.payloadLength() - skip;
    if (!message.allows(frame, size)) {
      return FrameOutcome.MALFORMED;
    }
    if (size > 0 && !remote.write(message, frame, skip, size)) {
      return PacketFormat.NAK_ACCESS;
    }
    message.add(size);
    return frame.has(PacketFormat.LAST) ? finishWrite() : FrameOutcome.PART_TAKEN;
  }

  private int beginWrite(IncomingFrame first) {
    if (!IncomingMessage.isSound(first) || first.payloadLength() < PacketFormat.REMOTE_HEADER) {
      return FrameOutcome.MALFORMED;
    }
    if (first.has(PacketFormat.HAS_IMMEDIATE) && !holdReceive()) {
      return FrameOutcome.NOT_READY;
    }
    message.begin(first, first.data());
    return remote.beginWrite(message, first);
  }

  private int finishWrite() {
    if (message.has(PacketFormat.HAS_IMMEDIATE)) {
      receives.describe(Operation.RECEIVED_WRITE, WcStatus.SUCCESS);
      return finish();
    }
    message.clear();
    return FrameOutcome.TAKEN;
  }

  private boolean holdReceive() {
    if (receives.hold()) {
      return true;
    }
    sequence.notReady();
    return false;
  }
}
