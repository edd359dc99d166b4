package dev.weft.software;

import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;

/**
 * Brings matched messages into the buffers of their receives, and completes these. What lies in the
 * ring, or within reach at the sender's, is there at once; what is out of reach is asked for and
 * comes in chunks, while the receive is no longer posted and other messages go on.
 *
 * <pre>
 *   matched --+-- within reach ------------------------------> copied --> complete
 *             |                                                  ^
 *             +-- out of reach: PULL --> Transfer: CHUNK ... ----+
 *                                          |
 *                                          +-- WITHDRAWAL --> the receive is posted again
 *                                          +-- the peer leaves --> error
 * </pre>
 */
final class Deliveries {
  private final ReceiveCompletions completions;
  private final ControlFrames control;
  private final FreeReceives free;
  private final Transfers transfers = new Transfers();

  Deliveries(ReceiveCompletions completions, ControlFrames control, FreeReceives free) {
    this.completions = completions;
    this.control = control;
    this.free = free;
  }

  /** Delivers a message whose payload, where it is within reach, stays until this returns. */
  void deliver(PostedReceive receive, Message message, long source) {
    long position = receive.used;
    long size = Math.min(message.length, receive.free());
    take(receive, size);
    if (message.isOutOfReach() && size > 0) {
      pull(receive, message, position, size, source);
    } else {
      finish(receive, message, position, copy(receive, message, position, size), source);
    }
  }

  private static void take(PostedReceive receive, long size) {
    if (receive.multi) {
      receive.used += size;
      if (receive.free() >= Math.max(1, receive.minimumFree)) {
        return;
      }
    }
    receive.unpost();
  }

  private static long copy(PostedReceive receive, Message message, long position, long size) {
    try {
      receive.buffers.scatter(position, message, size);
      return size;
    } catch (IllegalStateException closedMeanwhile) {
      return ReceiveCompletions.LOST;
    } finally {
      message.end();
    }
  }

  private void pull(PostedReceive receive, Message message, long position, long size, long source) {
    Transfer transfer = transfers.take();
    transfer.receive = receive;
    transfer.message.describeAs(message);
    transfer.position = position;
    transfer.size = size;
    transfer.arrived = 0;
    transfer.source = source;
    transfer.lost = false;
    receive.transfers++;
    control.pull(message.link, message.handle, transfer.number, size);
  }

  /** Takes a part of a message; false where this peer may not send it. */
  boolean arrive(Link link, long header) {
    FrameReader in = link.in();
    Transfer transfer = transfers.find(link, in.tag());
    if (transfer == null || transfer.arrived != in.data()) {
      return false;
    }
    long size = FrameReader.payloadLength(header);
    if ((FrameReader.flags(header) & Frames.LOST) != 0) {
      end(transfer, ReceiveCompletions.LOST);
      return true;
    }
    if (size < 1 || size > transfer.size - transfer.arrived) {
      return false;
    }
    place(transfer, in, size);
    return true;
  }

  private void place(Transfer transfer, FrameReader in, long size) {
    Message chunk = transfer.message;
    chunk.ring = in;
    if (!transfer.lost) {
      long position = transfer.position + transfer.arrived;
      transfer.lost = ReceiveCompletions.LOST == copy(transfer.receive, chunk, position, size);
    }
    transfer.arrived += size;
    if (transfer.arrived == transfer.size) {
      end(transfer, transfer.result());
    }
  }

  private void end(Transfer transfer, long size) {
    PostedReceive receive = transfer.receive;
    receive.transfers--;
    finish(receive, transfer.message, transfer.position, size, transfer.source);
    transfers.giveBack(transfer);
  }

  private void finish(
      PostedReceive receive, Message message, long position, long size, long source) {
    acknowledge(message, size);
    if (receive.multi) {
      completePart(receive, message, position, size, source);
    } else {
      completions.complete(receive, receive.completionFlags, message, size, 0, source);
      free.giveBack(receive);
    }
  }

  private void acknowledge(Message message, long size) {
    if (message.isAnnounced() && size == ReceiveCompletions.LOST) {
      control.acknowledgeLost(message.link, message.handle);
    } else if (message.awaitsMatch() || (message.flags & Frames.ACKNOWLEDGE_ARRIVAL) != 0) {
      control.acknowledge(message.link, message.handle);
    }
  }

  private void completePart(
      PostedReceive receive, Message message, long position, long size, long source) {
    long buffer = receive.buffers.address(position);
    boolean last = receive.isDone() && !receive.cancelled;
    long flags = receive.completionFlags | (last ? CompletionBits.MULTI_RECV : 0);
    if (last) {
      completions.release();
      free.giveBack(receive);
    }
    completions.complete(receive, flags, message, size, buffer, source);
    if (!last) {
      releaseIfDone(receive);
    }
  }

  /** Takes no more messages into a multi-receive; its buffer is released by an entry of its own. */
  void release(PostedReceive receive) {
    receive.unpost();
    releaseIfDone(receive);
  }

  private void releaseIfDone(PostedReceive receive) {
    if (receive.isDone()) {
      if (receive.cancelled) {
        completions.canceled(receive);
      } else {
        completions.released(receive);
      }
      free.giveBack(receive);
    }
  }

  /** Gives up a posted receive, as soon as nothing is on its way into it. */
  void cancel(PostedReceive receive) {
    receive.unpost();
    receive.cancelled = true;
    releaseIfDone(receive);
  }

  /** Gives up a receive that a message is on its way to, should its sender take that back. */
  boolean cancelAwaiting(long context) {
    Transfer transfer = transfers.findByContext(context);
    if (transfer != null) {
      transfer.receive.cancelled = true;
    }
    return transfer != null;
  }

  /** The transfer of the message that its sender takes back, or null; not where part has come. */
  Transfer findUntouched(Link link, int handle) {
    Transfer transfer = transfers.findMessage(link, handle);
    return transfer != null && transfer.arrived == 0 ? transfer : null;
  }

  /**
   * Ends a transfer whose message its sender takes back.
   *
   * @return the receive, if it is to be posted again, or null
   */
  PostedReceive giveUp(Transfer transfer) {
    PostedReceive receive = transfer.receive;
    control.acknowledge(transfer.message.link, transfer.message.handle);
    transfers.giveBack(transfer);
    receive.transfers--;
    if (receive.multi) {
      completions.release();
    }
    if (!receive.multi && !receive.cancelled) {
      return receive;
    }
    releaseIfDone(receive);
    return null;
  }

  /** Fails what a peer can no longer send. */
  void peerLeft(Link link) {
    Transfer transfer = transfers.findFrom(link);
    while (transfer != null) {
      end(transfer, ReceiveCompletions.PEER_LEFT);
      transfer = transfers.findFrom(link);
    }
  }

  /** Gives back the room that was promised to what is on its way, but not that of posted ones. */
  void close() {
    Transfer transfer = transfers.any();
    while (transfer != null) {
      PostedReceive receive = transfer.receive;
      receive.transfers--;
      completions.release();
      if (receive.multi && receive.isDone()) {
        completions.release();
      }
      transfers.giveBack(transfer);
      transfer = transfers.any();
    }
  }
}
