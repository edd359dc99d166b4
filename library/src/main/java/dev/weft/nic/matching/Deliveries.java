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

  /** A message that was copied, and that there was no memory to acknowledge or to report. */
  private final Delivery late = new Delivery(this);

  private volatile boolean isLate;

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

  /**
   * Delivers a message, for which {@link #finishLate} was called. A payload with direct access must
   * stay valid until this returns. If it throws for lack of memory, nothing was delivered.
   */
  void deliver(PostedReceive receive, Message message, long source) {
    long position = receive.used;
    long size = Math.min(message.length, receive.free());
    if (message.isOutOfReach() && size > 0) {
      pull(receive, message, position, size, source);
    } else {
      long copied = copy(receive, message, position, size);
      take(receive, size);
      conclude(receive, message, position, copied, source);
    }
  }

  private void conclude(
      PostedReceive receive, Message message, long position, long copied, long source) {
    boolean acknowledged = false;
    try {
      acknowledge(message, copied);
      acknowledged = true;
      report(receive, message, position, copied, source, true);
    } catch (OutOfMemoryError full) {
      late.describe(receive, message, position, source);
      late.size = Math.max(0, copied);
      late.error = (int) Math.max(0, -copied);
      late.acknowledged = acknowledged;
      beginTransfer(receive);
      setLate(true);
    }
  }

  private void setLate(boolean now) {
    isLate = now;
    ReceiveMatcher matcher = late.receive.matcher;
    if (matcher != null) {
      matcher.holdUp(now);
    }
  }

  /** Whether {@link #finishLate} has work. Any thread. */
  boolean isLate() {
    return isLate;
  }

  /**
   * Acknowledges and reports what there was no memory for, before anything else is delivered. If it
   * throws for lack of memory, call it again.
   */
  void finishLate() {
    if (isLate) {
      finish(late);
      setLate(false);
      late.message.forgetLink();
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
    boolean ended = false;
    try {
      int error = copyIn(receive, message, position, size);
      message.end();
      ended = true;
      return error == 0 ? size : -error;
    } finally {
      if (!ended) {
        message.cancel();
      }
    }
  }

  private static int copyIn(PostedReceive receive, Message message, long position, long size) {
    try {
      int error = receive.buffers.copyIn(position, message, size);
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
    delivery.describe(receive, message, position, source);
    request(delivery, size);
    take(receive, size);
    beginTransfer(receive);
  }

  private void beginTransfer(PostedReceive receive) {
    receive.transfers++;
    if (receive.needsRoom()) {
      completions.release(); // a receive that waits keeps reserved room only
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
    finish(delivery);
    unused.giveBack(delivery);
  }

  /** Acknowledges and reports a delivery; if it throws, it can be repeated. */
  private void finish(Delivery delivery) {
    long size = delivery.error == 0 ? delivery.size : -delivery.error;
    if (!delivery.abandoned && !delivery.acknowledged) {
      acknowledge(delivery.message, size);
      delivery.acknowledged = true;
    }
    boolean finished = false;
    delivery.receive.transfers--;
    try {
      finish(delivery, size);
      finished = true;
    } finally {
      delivery.receive.transfers += finished ? 0 : 1;
    }
  }

  private void finish(Delivery delivery, long size) {
    PostedReceive receive = delivery.receive;
    boolean remains = delivery.reported;
    if (!remains) {
      boolean hasReservation = !receive.needsRoom();
      remains =
          report(receive, delivery.message, delivery.begin, size, delivery.source, hasReservation);
      delivery.reported = remains;
    }
    if (remains) {
      releaseIfDone(receive);
    }
  }

  /** Reports a message; true if its receive is still in use. */
  private boolean report(
      PostedReceive receive,
      Message message,
      long position,
      long size,
      long source,
      boolean hasReservation) {
    boolean remains =
        receive.multi && !reportPart(receive, message, position, size, source, hasReservation);
    if (!receive.multi) {
      completions.complete(
          receive, receive.completionFlags, message, size, 0, source, hasReservation);
    }
    if (!remains) {
      free.giveBack(receive);
    }
    return remains;
  }

  private void acknowledge(Message message, long size) {
    if (message.awaitsMatch() || (message.flags & FrameKinds.ACKNOWLEDGE_ARRIVAL) != 0) {
      boolean lost = message.isAnnounced() && size < 0;
      control.acknowledge(message.link, message.handle, lost ? (int) -size : 0);
    }
  }

  /** Whether it was the last part, which uses the reservation of the receive. */
  private boolean reportPart(
      PostedReceive receive,
      Message message,
      long position,
      long size,
      long source,
      boolean hasReservation) {
    long buffer = receive.buffers.address(position);
    boolean last = receive.isDone() && receive.end == 0;
    long flags = receive.completionFlags | (last ? CompletionBits.MULTI_RECV : 0);
    completions.complete(receive, flags, message, size, buffer, source, last || hasReservation);
    if (last && hasReservation) {
      completions.release();
    }
    return last;
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
  PostedReceive withdraw(Delivery delivery) {
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
      close(receive, takeBack);
      delivery = find(each -> true);
    }
    if (isLate) {
      setLate(false);
      late.receive.transfers--;
      close(late.receive, takeBack);
    }
  }

  private void close(PostedReceive receive, Consumer<PostedReceive> takeBack) {
    if (receive.lent) {
      takeBack.accept(receive);
    } else if (receive.isDone()) {
      completions.release();
    }
  }
}
