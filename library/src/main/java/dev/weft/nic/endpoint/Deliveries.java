package dev.weft.nic.endpoint;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.Link;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/**
 * Brings matched messages into the buffers of their receives, and completes these. What lies in the
 * ring, or within reach at the sender's, is there at once; what is out of reach is asked for and
 * comes in chunks, while the receive is no longer posted and other messages go on.
 *
 * <pre>
 *   matched --+-- within reach ------------------------------> copied --> complete
 *             |                                                  ^
 *             +-- out of reach: PULL --> Delivery: CHUNK ... ----+
 *                                          |
 *                                          +-- WITHDRAWAL --> the receive is posted again
 *                                          +-- the peer leaves --> error
 * </pre>
 */
final class Deliveries {
  private final ReceiveCompletions completions;
  private final ControlQueue control;
  private final ReceivePool free;
  private final ChunkReceiver chunks;
  private final Deque<Delivery> unused = new ArrayDeque<>();

  Deliveries(
      ReceiveCompletions completions,
      ControlQueue control,
      ReceivePool free,
      ChunkReceiver chunks) {
    this.chunks = chunks;
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
      finish(receive, message, position, copy(receive, message, position, size), source, true);
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

  /** How many bytes are copied, or a negative error number. */
  private static long copy(PostedReceive receive, Message message, long position, long size) {
    int error = place(receive, message, position, size);
    message.end();
    return error == 0 ? size : -error;
  }

  private static int place(PostedReceive receive, Message message, long position, long size) {
    try {
      int error = receive.buffers.place(position, message, size);
      DeferredMmapFault.checkFault();
      return error;
    } catch (InternalError noSuchPage) {
      return message.link.hasLostMemory() ? Failures.endOf(message.link) : ErrorNumbers.BAD_ADDRESS;
    } catch (RuntimeException thrown) {
      Failures.breakOff(message.link, thrown);
      return Failures.endOf(message.link);
    }
  }

  private void pull(PostedReceive receive, Message message, long position, long size, long source) {
    Delivery delivery = unused.isEmpty() ? new Delivery(this) : unused.pop();
    delivery.receive = receive;
    delivery.message.describeAs(message);
    delivery.begin = position;
    delivery.source = source;
    receive.transfers++;
    if (receive.needsRoom()) {
      completions.release(); // what waits for a peer holds no room that it was not promised
    }
    chunks.add(delivery, message.link, size);
    control.pull(message.link, message.handle, delivery.number, size);
  }

  void ended(Delivery delivery) {
    PostedReceive receive = delivery.receive;
    receive.transfers--;
    long size = delivery.error == 0 ? delivery.size : -delivery.error;
    boolean promised = !receive.needsRoom();
    finish(receive, delivery.message, delivery.begin, size, delivery.source, promised);
    unused.push(delivery);
  }

  private void finish(
      PostedReceive receive,
      Message message,
      long position,
      long size,
      long source,
      boolean promised) {
    acknowledge(message, size);
    if (receive.multi) {
      completePart(receive, message, position, size, source, promised);
    } else {
      completions.complete(receive, receive.completionFlags, message, size, 0, source, promised);
      free.giveBack(receive);
    }
  }

  private void acknowledge(Message message, long size) {
    if (message.awaitsMatch() || (message.flags & FrameKinds.ACKNOWLEDGE_ARRIVAL) != 0) {
      boolean lost = message.isAnnounced() && size < 0;
      control.acknowledge(message.link, message.handle, lost ? (int) -size : 0);
    }
  }

  /** The last part is told in the room that was promised to the receive. */
  private void completePart(
      PostedReceive receive,
      Message message,
      long position,
      long size,
      long source,
      boolean promised) {
    long buffer = receive.buffers.address(position);
    boolean last = receive.isDone() && !receive.cancelled;
    long flags = receive.completionFlags | (last ? CompletionBits.MULTI_RECV : 0);
    if (last && promised) {
      completions.release();
    }
    completions.complete(receive, flags, message, size, buffer, source, last || promised);
    if (last) {
      free.giveBack(receive);
    } else {
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
    Delivery delivery = find(each -> !each.receive.multi && each.receive.context == context);
    if (delivery != null) {
      delivery.receive.cancelled = true;
    }
    return delivery != null;
  }

  private Delivery find(Predicate<Delivery> wanted) {
    return (Delivery) chunks.find(each -> each instanceof Delivery known && wanted.test(known));
  }

  /** The delivery of the message that its sender takes back, or null; not where part has come. */
  Delivery findUntouched(Link link, int handle) {
    return find(each -> each.link.equals(link) && each.isUntouched(handle));
  }

  /**
   * Ends a delivery whose message its sender takes back.
   *
   * @return the receive, if it is to be posted again, or null
   */
  PostedReceive giveUp(Delivery delivery) {
    PostedReceive receive = delivery.receive;
    control.acknowledge(delivery.link, delivery.message.handle);
    forget(delivery);
    if (!receive.multi && !receive.cancelled) {
      return receive;
    }
    releaseIfDone(receive);
    return null;
  }

  private void forget(Delivery delivery) {
    delivery.receive.transfers--;
    chunks.remove(delivery);
    unused.push(delivery);
  }

  /** Gives back the room that was promised to what is on its way, but not that of posted ones. */
  void close() {
    Delivery delivery = find(each -> true);
    while (delivery != null) {
      PostedReceive receive = delivery.receive;
      forget(delivery);
      if (!receive.lent && receive.isDone()) {
        completions.release();
      }
      delivery = find(each -> true);
    }
  }
}
