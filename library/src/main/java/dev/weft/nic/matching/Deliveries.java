package dev.weft.nic.matching;

import dev.weft.nic.message.ControlQueue;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.Failures;
import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.Message;
import dev.weft.nic.message.Pool;
import dev.weft.nic.report.CompletionBits;
import dev.weft.nic.transfer.ChunkReceiver;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.Link;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Copies matched messages into the buffers of their receives and completes the receives. A payload
 * in the ring, or with direct access at the sender, is copied at once. Any other payload is
 * requested and comes in chunks; its receive is not posted any more, and other messages continue.
 *
 * <pre>
 *   matched --+-- direct access -----------------------------> copied --> complete
 *             |                                                  ^
 *             +-- by frames: CTS ------> Delivery: CHUNK ... ----+
 *                                          |
 *                                          +-- CANCEL -----> the receive is posted again
 *                                          +-- the peer leaves --> error
 * </pre>
 */
final class Deliveries {
  /** Maximum unused deliveries that are kept. */
  private static final int MAX_UNUSED = 1024;

  private final ReceiveCompletions completions;
  private final ControlQueue control;
  private final ReceivePool free;
  private final ChunkReceiver chunks;
  private final Pool<Delivery> unused = new Pool<>(MAX_UNUSED, () -> new Delivery(this));

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

  /** Delivers a message. A payload with direct access must stay valid until this returns. */
  void deliver(PostedReceive receive, Message message, long source) {
    long position = receive.used;
    long size = Math.min(message.length, receive.free());
    if (message.isOutOfReach() && size > 0) {
      pull(receive, message, position, size, source);
    } else {
      take(receive, size);
      long copied = copy(receive, message, position, size);
      acknowledge(message, copied);
      finish(receive, message, position, copied, source, true);
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
    Delivery delivery = unused.take();
    delivery.receive = receive;
    delivery.message.describeAs(message);
    delivery.begin = position;
    delivery.source = source;
    request(delivery, size);
    take(receive, size);
    receive.transfers++;
    if (receive.needsRoom()) {
      completions.release(); // a receive that waits for a peer keeps reserved room only
    }
  }

  /** Requests the payload, or changes nothing if there is no memory. */
  private void request(Delivery delivery, long size) {
    Message message = delivery.message;
    chunks.add(delivery, message.link, size);
    boolean sent = false;
    try {
      control.pull(message.link, message.handle, delivery.number, size);
      sent = true;
    } finally {
      if (!sent) {
        chunks.remove(delivery);
      }
    }
  }

  void ended(Delivery delivery) {
    long size = delivery.error == 0 ? delivery.size : -delivery.error;
    if (!delivery.abandoned && !delivery.acknowledged) {
      acknowledge(delivery.message, size);
      delivery.acknowledged = true;
    }
    finish(delivery, size);
    unused.giveBack(delivery);
  }

  private void finish(Delivery delivery, long size) {
    PostedReceive receive = delivery.receive;
    boolean hasReservation = !receive.needsRoom();
    boolean finished = false;
    receive.transfers--;
    try {
      finish(receive, delivery.message, delivery.begin, size, delivery.source, hasReservation);
      finished = true;
    } finally {
      receive.transfers += finished ? 0 : 1;
    }
  }

  private void finish(
      PostedReceive receive,
      Message message,
      long position,
      long size,
      long source,
      boolean hasReservation) {
    if (receive.multi) {
      completePart(receive, message, position, size, source, hasReservation);
    } else {
      completions.complete(
          receive, receive.completionFlags, message, size, 0, source, hasReservation);
      free.giveBack(receive);
    }
  }

  private void acknowledge(Message message, long size) {
    if (message.awaitsMatch() || (message.flags & FrameKinds.ACKNOWLEDGE_ARRIVAL) != 0) {
      boolean lost = message.isAnnounced() && size < 0;
      control.acknowledge(message.link, message.handle, lost ? (int) -size : 0);
    }
  }

  /** The last part uses the reservation of the receive. */
  private void completePart(
      PostedReceive receive,
      Message message,
      long position,
      long size,
      long source,
      boolean hasReservation) {
    long buffer = receive.buffers.address(position);
    boolean last = receive.isDone() && receive.end == 0;
    long flags = receive.completionFlags | (last ? CompletionBits.MULTI_RECV : 0);
    if (last && hasReservation) {
      completions.release();
    }
    completions.complete(receive, flags, message, size, buffer, source, last || hasReservation);
    if (last) {
      free.giveBack(receive);
    } else {
      releaseIfDone(receive);
    }
  }

  /** Ends a multi-receive; a separate entry releases its buffer. */
  void release(PostedReceive receive) {
    receive.unpost();
    releaseIfDone(receive);
  }

  private void releaseIfDone(PostedReceive receive) {
    if (receive.isDone()) {
      if (receive.end != 0) {
        completions.ended(receive);
      } else {
        completions.released(receive);
      }
      free.giveBack(receive);
    }
  }

  /** Ends a receive with an error as soon as no message is in transfer to it. */
  void end(PostedReceive receive, int error) {
    receive.end = error;
    if (receive.transfers == 0) {
      completions.ended(receive); // may find no memory
      receive.unpost();
      free.giveBack(receive);
    } else {
      receive.unpost();
    }
  }

  /**
   * Sets the error of receives that end with a peer while their message, of a later incarnation, is
   * in transfer; takes effect if the sender withdraws it.
   */
  void endAwaiting(long incarnation, int error) {
    Predicate<Delivery> waits =
        each ->
            !each.receive.multi
                && each.receive.peerIncarnation == incarnation
                && each.receive.end == 0;
    Delivery delivery = find(waits);
    while (delivery != null) {
      delivery.receive.end = error;
      delivery = find(waits);
    }
  }

  /**
   * Marks a receive as cancelled whose message is in transfer; takes effect if the sender withdraws
   * it.
   */
  boolean cancelAwaiting(long context) {
    Delivery delivery = find(each -> !each.receive.multi && each.receive.context == context);
    if (delivery != null) {
      delivery.receive.end = ErrorNumbers.CANCELED;
    }
    return delivery != null;
  }

  /** Passes each message of a peer that is in transfer. */
  void forEach(Link link, Consumer<Message> action) {
    chunks.forEach(
        link,
        transfer -> {
          if (transfer instanceof Delivery delivery) {
            action.accept(delivery.message);
          }
        });
  }

  private Delivery find(Predicate<Delivery> wanted) {
    return (Delivery) chunks.find(each -> each instanceof Delivery known && wanted.test(known));
  }

  /** The delivery of a message that its sender withdraws, or null; null if a part has arrived. */
  Delivery findUntouched(Link link, int handle) {
    return find(each -> each.link.equals(link) && each.isUntouched(handle));
  }

  /**
   * Ends a delivery whose message its sender withdraws.
   *
   * @return the receive, if it is to be posted again, or null
   */
  PostedReceive giveUp(Delivery delivery) {
    PostedReceive receive = delivery.receive;
    control.acknowledge(delivery.link, delivery.message.handle);
    forget(delivery);
    if (!receive.multi && receive.end == 0) {
      return receive;
    }
    releaseIfDone(receive);
    return null;
  }

  private void forget(Delivery delivery) {
    delivery.receive.transfers--;
    chunks.remove(delivery);
    unused.giveBack(delivery);
  }

  /**
   * Ends the deliveries in transfer, and releases their reservations, not those of posted receives.
   *
   * @param takeBack takes each receive that is lent
   */
  void close(Consumer<PostedReceive> takeBack) {
    Delivery delivery = find(each -> true);
    while (delivery != null) {
      PostedReceive receive = delivery.receive;
      forget(delivery);
      if (receive.lent) {
        takeBack.accept(receive);
      } else if (receive.isDone()) {
        completions.release();
      }
      delivery = find(each -> true);
    }
  }
}
