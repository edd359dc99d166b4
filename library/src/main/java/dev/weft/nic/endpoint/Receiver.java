package dev.weft.nic.endpoint;

import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;

/**
 * The receiving half of an endpoint: matches what arrives with what is posted, moves the payload,
 * and completes.
 *
 * <p>Messages of a kind, tagged or untagged, are matched in the order in which they arrive. A
 * message that finds no receive is kept, and so is one that finds no room in the queue for an entry
 * that was not promised; the latter, and those of its kind that arrive behind it, are not matched
 * before there is room ({@link KeptMessages}). Where no more can be kept, the message stays in its
 * ring, and those behind it wait. Nothing is dropped, but what an unreliable endpoint cannot place.
 *
 * <p>Used by one thread at a time.
 */
final class Receiver {
  final ReceiveCompletions completions;
  final SourcePolicy sources;
  private final ControlQueue control;
  private final Deliveries deliveries;
  final ReceiveMatcher untagged = new ReceiveMatcher();
  final ReceiveMatcher tagged = new ReceiveMatcher();
  final KeptMessages kept;
  final ReceivePool free;
  private DeferredReport report;
  private final Message arriving = new Message();

  /** How many messages have found a receive. */
  long delivered;

  private final PeekClaim peekClaim;

  /** Where messages look that find no receive; null where receives are not shared. */
  SharedReceives.Share shared;

  Receiver(
      MachineLimits limits,
      boolean reliable,
      CompletionReporter target,
      SourcePolicy sources,
      ControlQueue control,
      ChunkReceiver chunks) {
    this.completions = new ReceiveCompletions(target, sources);
    this.sources = sources;
    this.control = control;
    this.kept = new KeptMessages(this, reliable, control, limits.storeLimit());
    this.free = new ReceivePool(limits);
    this.deliveries = new Deliveries(completions, control, free, chunks);
    this.peekClaim = new PeekClaim(this, tagged, deliveries, control);
  }

  /** Whom receives report to that are taken from now on; null for the endpoint alone. */
  void reportTo(DeferredReport reportOrNull) {
    report = reportOrNull;
  }

  /** Fails a receive that was accepted but could not be posted; false where there is no room. */
  boolean refuse(long context, long flags, int error) {
    boolean reserved = completions.reserve();
    if (reserved) {
      completions.refused(context, flags, error);
    }
    return reserved;
  }

  /** A receive to fill in and to give to {@link #post}, or null where no more can be posted. */
  PostedReceive take() {
    return completions.reserve() ? takeReserved() : null;
  }

  private PostedReceive takeReserved() {
    PostedReceive receive = free.take();
    if (receive == null) {
      completions.release();
    } else {
      receive.report = report;
    }
    return receive;
  }

  /** Gives back what {@link #take} gave, unposted. */
  void putBack(PostedReceive receive) {
    completions.release();
    free.giveBack(receive);
  }

  /** Posts a receive, which takes the messages that it accepts from those kept. */
  void post(PostedReceive receive, boolean isTagged) {
    ReceiveMatcher matcher = isTagged ? tagged : untagged;
    matcher.post(receive);
    kept.match(matcher, receive);
  }

  /**
   * Takes the message of the first frame; false where it must stay in its ring.
   *
   * @param length of the message, or of the write that is told of
   */
  boolean arrive(Link link, long header, long length) {
    if (FrameReader.kind(header) == FrameKinds.WRITE_NOTICE) {
      return reportWrite(link.in().data(), length, sources.handleOf(link));
    }
    Message message = arriving;
    message.length = length;
    describe(message, link, header);
    ReceiveMatcher matcher = message.isTagged() ? tagged : untagged;
    Outcome outcome = matcher.waiting.isEmpty() ? match(matcher, message) : Outcome.NO_ROOM;
    return outcome == Outcome.TAKEN || kept.keep(matcher, message, outcome);
  }

  /** A peer has written into this side's memory and wants that known; no receive is consumed. */
  private boolean reportWrite(long data, long length, long source) {
    boolean reserved = completions.reserveUnposted();
    if (reserved) {
      completions.written(length, data, source);
    }
    return reserved;
  }

  private static void describe(Message message, Link link, long header) {
    FrameReader in = link.in();
    message.link = link;
    message.tag = in.tag();
    message.data = in.data();
    message.flags = FrameReader.flags(header);
    message.handle = FrameReader.handle(header);
    message.ring = in;
    message.announced = FrameReader.kind(header) == FrameKinds.ANNOUNCEMENT;
    message.sender = message.announced ? link.direct() : null;
  }

  /** A sender takes a message back. One that is not here was dropped, which its sender knows. */
  void withdraw(Link link, int handle) {
    if (kept.drop(link, handle)) {
      control.acknowledge(link, handle);
      return;
    }
    Delivery delivery = deliveries.findUntouched(link, handle);
    PostedReceive receive = delivery == null ? null : deliveries.giveUp(delivery);
    if (receive != null) {
      postAgain(receive);
    }
  }

  private void postAgain(PostedReceive receive) {
    if (receive.matcher == null) {
      peekClaim.answer(receive, null);
    } else {
      receive.matcher.postAgain(receive);
      kept.match(receive.matcher, receive);
      if (shared != null) {
        returnUnused(receive);
      }
    }
  }

  /** Forgets what a peer has announced. */
  void peerLeft(Link link) {
    kept.dropAll(link);
  }

  enum Outcome {
    TAKEN,
    NO_RECEIVE,
    NO_ROOM
  }

  /** Gives a message to the receive that it belongs to. */
  Outcome match(ReceiveMatcher matcher, Message message) {
    long source = sources.handleOf(message.link);
    PostedReceive receive = matcher.find(message.tag, source);
    while (receive != null && receive.multi && tooLong(receive, message)) {
      deliveries.release(receive);
      receive = matcher.find(message.tag, source);
    }
    if (receive == null) {
      return shared == null ? Outcome.NO_RECEIVE : borrow(matcher, message, source);
    }
    if (receive.needsRoom() && !completions.reserveUnposted()) {
      return Outcome.NO_ROOM;
    }
    return deliver(receive, message, source);
  }

  private Outcome deliver(PostedReceive receive, Message message, long source) {
    if (message.begin()) {
      deliveries.deliver(receive, message, source);
      delivered++;
      return Outcome.TAKEN;
    }
    if (receive.needsRoom()) {
      completions.release();
    }
    control.acknowledge(message.link, message.handle); // its sender takes it back
    return Outcome.TAKEN;
  }

  /** Looks among the shared receives, once all older messages have been compared with them. */
  private Outcome borrow(ReceiveMatcher matcher, Message message, long source) {
    Outcome outcome;
    do {
      boolean first = kept.feed();
      outcome = first ? borrow(matcher, message, source, kept.postsSeen()) : Outcome.NO_ROOM;
    } while (outcome == Outcome.NO_RECEIVE && kept.postsSeen() != shared.posts());
    return outcome;
  }

  /** Looks among the shared receives, unless more than so many have been posted. */
  Outcome borrow(ReceiveMatcher matcher, Message message, long source, long posts) {
    PostedReceive lent = completions.reserveUnposted() ? takeReserved() : null;
    if (lent == null) {
      return Outcome.NO_ROOM;
    }
    if (!shared.lend(lent, message, source, posts)) {
      putBack(lent);
      return Outcome.NO_RECEIVE;
    }
    lent.lent = true;
    matcher.post(lent);
    Outcome outcome = deliver(lent, message, source);
    returnUnused(lent);
    return outcome;
  }

  /** A lent receive whose message was taken back goes back to the others. */
  private void returnUnused(PostedReceive lent) {
    if (lent.posted) {
      shared.takeBack(lent, lent.matcher.equals(tagged));
      lent.unpost();
      free.giveBack(lent);
    }
  }

  /** A buffer that has taken something makes way for a message that does not fit any more. */
  private static boolean tooLong(PostedReceive receive, Message message) {
    return receive.used > 0 && message.length > receive.free();
  }

  /** Gives up one posted receive with this context; false where there is none. */
  boolean cancel(long context) {
    return cancel(tagged, context)
        || cancel(untagged, context)
        || deliveries.cancelAwaiting(context);
  }

  private boolean cancel(ReceiveMatcher matcher, long context) {
    PostedReceive receive = matcher.findByContext(context);
    if (receive != null) {
      deliveries.cancel(receive);
    }
    return receive != null;
  }

  /** Gives up everything that is posted. */
  void cancelAll() {
    completions.sever();
    cancelAll(tagged);
    cancelAll(untagged);
  }

  private void cancelAll(ReceiveMatcher matcher) {
    while (!matcher.posted.isEmpty()) {
      deliveries.cancel(matcher.posted.first());
    }
  }

  /** Gives back the room that was promised to what is still posted. */
  void close() {
    closeAll(tagged);
    closeAll(untagged);
    deliveries.close();
    if (shared != null) {
      shared.leave();
    }
  }

  private void closeAll(ReceiveMatcher matcher) {
    while (matcher.posted.removeFirst() != null) {
      completions.release();
    }
  }

  /** What is done with tagged messages without receiving them. */
  PeekClaim peekClaim() {
    return peekClaim;
  }
}
