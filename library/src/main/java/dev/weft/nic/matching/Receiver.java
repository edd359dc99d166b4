package dev.weft.nic.matching;

import dev.weft.nic.message.ControlQueue;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.MachineLimits;
import dev.weft.nic.message.Message;
import dev.weft.nic.message.PeerEnd;
import dev.weft.nic.message.SourcePolicy;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.nic.report.DeferredReport;
import dev.weft.nic.transfer.ChunkReceiver;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;

/**
 * The receive side of an endpoint: matches messages with posted receives, copies payloads, and
 * completes receives.
 *
 * <p>Messages of a kind, tagged or untagged, are matched in the order of arrival. A message without
 * a receive is kept. So is a message that needs a completion entry without reservation if the queue
 * has no room; it, and later messages of its kind, are matched when there is room ({@link
 * KeptMessages}). If no more can be kept, the message stays in its ring, and those behind it wait.
 * Only unreliable endpoints drop messages.
 *
 * <p>Used by one thread at a time.
 */
public final class Receiver {
  public final ReceiveCompletions completions;
  final SourcePolicy sources;
  private final ControlQueue control;
  private final Deliveries deliveries;
  final ReceiveMatcher untagged = new ReceiveMatcher();
  final ReceiveMatcher tagged = new ReceiveMatcher();

  /** Receives that accept no message and wait for the end of a peer. */
  private final ReceiveMatcher watches = new ReceiveMatcher();

  public final KeptMessages kept;
  final ReceivePool free;
  private DeferredReport report;
  private final Message arriving = new Message();

  /** How many messages were matched. */
  public long delivered;

  private final PeekClaim peekClaim;

  /** Of an endpoint with one peer; null for others. */
  private StreamEnd streamEnd;

  /** The shared receives for messages without a posted one; null if receives are not shared. */
  public SharedReceives.Share shared;

  public Receiver(
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

  /** Sets where receives taken from now on report; null for the endpoint alone. */
  public void reportTo(DeferredReport reportOrNull) {
    report = reportOrNull;
  }

  /** Fails a receive that was accepted but could not be posted; false if there is no room. */
  public boolean refuse(long context, long flags, int error) {
    return completions.refuse(report, context, flags, error);
  }

  /**
   * All messages come from one peer, over one connection: behind one that is lost with the
   * connection none is delivered, as with TCP.
   */
  public void receiveOneStream() {
    streamEnd = new StreamEnd(untagged, tagged, deliveries);
  }

  /** A receive to fill in and to pass to {@link #post}, or null if no more can be posted. */
  public PostedReceive take() {
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

  /** Returns a receive of {@link #take} unposted. */
  public void putBack(PostedReceive receive) {
    completions.release();
    free.giveBack(receive);
  }

  /** Posts a receive and matches it with kept messages. */
  public void post(PostedReceive receive, boolean isTagged) {
    ReceiveMatcher matcher = isTagged ? tagged : untagged;
    matcher.post(receive);
    kept.match(matcher, receive);
  }

  /** Posts a receive that accepts no message, and ends with its peer. */
  public void watch(PostedReceive receive) {
    receive.watch = true;
    watches.post(receive);
  }

  /**
   * The last link to a peer was lost, and its messages are taken: ends the receives that end with
   * it.
   *
   * @param error the number of a violation or a {@link PeerEnd}
   */
  public void peerGone(long incarnation, int error) {
    deliveries.endAwaiting(incarnation, error);
    endAll(tagged, incarnation, error);
    endAll(untagged, incarnation, error);
    endAll(watches, incarnation, error);
  }

  private void endAll(ReceiveMatcher matcher, long incarnation, int error) {
    PostedReceive receive = matcher.posted.first();
    while (receive != null) {
      PostedReceive next = receive.next;
      if (receive.peerIncarnation == incarnation) {
        deliveries.end(receive, error);
      }
      receive = next;
    }
  }

  /**
   * Accepts the message of the first frame; false if it must stay in its ring.
   *
   * @param length of the message, or of the reported write
   */
  public boolean arrive(Link link, long header, long length) {
    if (FrameReader.kind(header) == FrameKinds.WRITE_NOTICE) {
      return reportWrite(link.in().data(), length, sources.handleOf(link));
    }
    Message message = arriving;
    message.length = length;
    describe(message, link, header);
    ReceiveMatcher matcher = message.isTagged() ? tagged : untagged;
    matcher.arrived(message);
    Outcome outcome = matcher.waiting.isEmpty() ? match(matcher, message) : Outcome.NO_ROOM;
    return outcome == Outcome.TAKEN || kept.keep(matcher, message, outcome);
  }

  /** Reports a peer's write with data; consumes no receive. */
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
    message.announced = FrameReader.kind(header) == FrameKinds.RTS;
    message.sender = message.announced ? link.direct() : null;
  }

  /**
   * A sender withdraws a message. If it is not here, it was dropped, and the sender was notified.
   */
  public void withdraw(Link link, int handle) {
    if (kept.drop(link, handle)) {
      control.acknowledge(link, handle);
      return;
    }
    Delivery delivery = deliveries.findUntouched(link, handle);
    PostedReceive receive = delivery == null ? null : deliveries.withdraw(delivery);
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

  /** A peer has left, and its last frames may not be taken yet. */
  public void peerLeaving(Link link) {
    if (streamEnd != null) {
      streamEnd.peerLeaving(link);
    }
  }

  /** A peer has left, and all of its frames are taken. */
  public void peerLeft(Link link) {
    peerLeaving(link);
    kept.peerLeft(link);
    if (link.equals(arriving.link)) {
      arriving.forgetLink();
    }
  }

  enum Outcome {
    TAKEN,
    NO_RECEIVE,
    NO_ROOM
  }

  /** Matches a message with a posted receive and delivers it. */
  Outcome match(ReceiveMatcher matcher, Message message) {
    deliveries.finishLate();
    if (streamEnd != null && message.link.isClosed()) {
      streamEnd.loseUnreachable(message);
    }
    if (matcher.isLost(message)) {
      return Outcome.TAKEN;
    }
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
      deliverBegun(receive, message, source);
      return Outcome.TAKEN;
    }
    if (receive.needsRoom()) {
      completions.release();
    }
    if (streamEnd != null && message.link.isClosed()) {
      receive.matcher.lost(message);
    }
    control.acknowledge(message.link, message.handle); // its sender withdraws it
    return Outcome.TAKEN;
  }

  private void deliverBegun(PostedReceive receive, Message message, long source) {
    boolean done = false;
    try {
      deliveries.deliver(receive, message, source);
      delivered++;
      done = true;
    } finally {
      if (!done && receive.needsRoom()) {
        completions.release();
      }
    }
  }

  /** Matches with the shared receives, once all older messages have been compared with them. */
  private Outcome borrow(ReceiveMatcher matcher, Message message, long source) {
    Outcome outcome;
    do {
      boolean first = kept.matchShared();
      outcome = first ? borrow(matcher, message, source, kept.postsSeen()) : Outcome.NO_ROOM;
    } while (outcome == Outcome.NO_RECEIVE && kept.postsSeen() != shared.posts());
    return outcome;
  }

  /** Matches with the shared receives, unless more than {@code posts} have been posted. */
  Outcome borrow(ReceiveMatcher matcher, Message message, long source, long posts) {
    deliveries.finishLate();
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
    try {
      return deliver(lent, message, source);
    } finally {
      returnUnused(lent);
    }
  }

  /** Returns a lent receive whose message was withdrawn, or found no memory. */
  private void returnUnused(PostedReceive lent) {
    if (lent.posted) {
      lent.unpost();
      takeBack(lent);
    }
  }

  /** Returns a lent receive, which has no message any more, to the shared ones. */
  private void takeBack(PostedReceive lent) {
    shared.takeBack(lent, lent.matcher.equals(tagged));
    free.giveBack(lent);
  }

  /** Whether a used multi-receive buffer must be released because the message does not fit. */
  private static boolean tooLong(PostedReceive receive, Message message) {
    return receive.used > 0 && message.length > receive.free();
  }

  /** Cancels one posted receive with this context; false if there is none. */
  public boolean cancel(long context) {
    return cancel(tagged, context)
        || cancel(untagged, context)
        || cancel(watches, context)
        || deliveries.cancelAwaiting(context);
  }

  private boolean cancel(ReceiveMatcher matcher, long context) {
    PostedReceive receive = matcher.findByContext(context);
    if (receive != null) {
      deliveries.end(receive, ErrorNumbers.CANCELED);
    }
    return receive != null;
  }

  /** Ends all posted receives, because the connection has ended. */
  public void cancelAll() {
    cancelAll(tagged);
    cancelAll(untagged);
  }

  private void cancelAll(ReceiveMatcher matcher) {
    while (!matcher.posted.isEmpty()) {
      deliveries.end(matcher.posted.first(), PeerEnd.DISCONNECTED.number());
    }
  }

  /** Releases the reservations of all posted receives, and returns what was lent. */
  public void close() {
    closeAll(tagged);
    closeAll(untagged);
    closeAll(watches);
    deliveries.close(this::takeBack);
    arriving.forgetLink();
    if (shared != null) {
      shared.leave();
    }
  }

  private void closeAll(ReceiveMatcher matcher) {
    while (matcher.posted.removeFirst() != null) {
      completions.release();
    }
    matcher.dropMessages();
  }

  /** Whether a message that was delivered is not reported yet, for lack of memory. Any thread. */
  boolean isLate() {
    return deliveries.isLate() || completions.isLate();
  }

  /** Reports what is late. */
  void reportLate() {
    deliveries.finishLate();
    completions.reportLate();
  }

  /** Peeks, claims and discards. */
  public PeekClaim peekClaim() {
    return peekClaim;
  }
}
