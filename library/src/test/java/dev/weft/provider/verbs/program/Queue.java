package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.provider.verbs.program.Expectation.Seen;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFields;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A completion queue, what must come out of it, and the events that it must raise. */
final class Queue implements AutoCloseable {
  static final int MOST = 16;

  final CompletionQueue real;
  final CompletionQueue shown;
  private final CompletionChannel channel;
  private final CompletionEvent event = new CompletionEvent();
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), MOST);
  private final Map<Long, Completions> owners = new HashMap<>();
  private final boolean inPlace;
  private boolean armed;
  private boolean solicitedOnly;
  private boolean possiblyRaised;
  private int events;
  private int possibleEvents;

  Queue(
      VerbsContext context, int entries, boolean inPlace, UnaryOperator<CompletionQueue> disguise) {
    this.inPlace = inPlace;
    channel = context.createCompletionChannel();
    channel.blocking(false);
    real =
        inPlace
            ? context.createCqEx(
                CompletionQueueInit.builder(entries)
                    .channel(channel)
                    .context(this)
                    .wcFlags(WcFields.STANDARD)
                    .build())
            : context.createCq(entries, this, channel, 0);
    shown = disguise.apply(real);
  }

  /** A completion is added. Failures count as solicited (VS-05, VS-07). */
  void expect(Expectation expectation, Completions owner, boolean solicited) {
    owners.put(expectation.wrId(), owner);
    if (armed && (!solicitedOnly || solicited)) {
      possibleEvents += possiblyRaised ? 0 : 1;
      events += expectation.optional() ? 0 : 1;
      possiblyRaised = expectation.optional();
      armed = expectation.optional();
    }
  }

  /** Arms it; nothing may be under way. */
  void arm(boolean solicited) {
    assertEquals(0, shown.requestNotify(solicited), "ibv_req_notify_cq");
    solicitedOnly = solicited && (solicitedOnly || !armed); // VN-11, VN-12
    armed = true;
    possiblyRaised = false;
  }

  /** Polls once, and compares; the number of completions. */
  int poll(int entries) {
    return inPlace && entries % 2 == 0 ? pollInPlace(entries) : pollBatch(entries);
  }

  private int pollBatch(int entries) {
    int count = shown.poll(batch, entries);
    assertTrue(count >= 0 && count <= entries, () -> "ibv_poll_cq: " + count);
    for (int i = 0; i < count; i++) {
      compare(
          new Seen(
              batch.wrId(i),
              batch.status(i),
              batch.opcode(i),
              batch.byteLen(i),
              batch.wcFlags(i),
              isInvalidating(batch.wcFlags(i)) ? batch.invalidatedRkey(i) : batch.immData(i),
              batch.qpNum(i),
              batch.srcQp(i)));
    }
    return count;
  }

  private int pollInPlace(int entries) {
    ExtendedCompletionQueue queue = (ExtendedCompletionQueue) shown;
    int errno = queue.startPoll();
    if (errno != 0) {
      assertEquals(VerbsErrno.ENOENT, errno, "ibv_start_poll");
      return 0;
    }
    int count = 0;
    try {
      do {
        compareCurrent(queue);
        count++;
        errno = count < entries ? queue.nextPoll() : VerbsErrno.ENOENT;
      } while (errno == 0);
      assertEquals(VerbsErrno.ENOENT, errno, "ibv_next_poll");
    } finally {
      queue.endPoll();
    }
    return count;
  }

  private void compareCurrent(ExtendedCompletionQueue queue) {
    compare(
        new Seen(
            queue.wrId(),
            queue.status(),
            queue.readOpcode(),
            queue.readByteLen(),
            queue.readWcFlags(),
            isInvalidating(queue.readWcFlags()) ? queue.readInvalidatedRkey() : queue.readImmData(),
            queue.readQpNum(),
            queue.readSrcQp()));
  }

  /** Polls for nothing. */
  void progress() {
    assertEquals(0, real.poll(batch, 0), "ibv_poll_cq of no entries");
  }

  /** Takes a completion, whatever it is. */
  int drop() {
    return real.poll(batch, 1);
  }

  void requireSuccess(long wrId) {
    assertEquals(1, shown.poll(batch, 1), "completions before the overrun");
    assertEquals(wrId, batch.wrId(0), "wr_id");
    assertEquals(CompletionStatus.SUCCESS, batch.status(0), "status");
  }

  /** VP-06. */
  void requireOverrun() {
    int count = shown.poll(batch, 1);
    assertTrue(count < 0, () -> "ibv_poll_cq after an overrun: " + count);
  }

  private static boolean isInvalidating(int flags) {
    return (flags & WcFlags.WITH_INV) != 0;
  }

  private void compare(Seen seen) {
    Completions owner = owners.get(seen.wrId());
    assertNotNull(owner, () -> "unexpected: " + seen);
    assertSame(this, owner.queue, () -> "wrong queue: " + seen);
    owner.take(seen);
  }

  /** Takes the events that are there; whether no more must come. */
  boolean takeEvents() {
    while (channel.getEvent(event) == 0) {
      assertSame(real, event.queue(), "cq of the event");
      assertSame(this, event.context(), "cq_context of the event");
      real.ackEvents(1);
      assertTrue(possibleEvents > 0, "unexpected event");
      possibleEvents--;
      if (events == 0) {
        armed = false; // the optional completion has come
        possiblyRaised = false;
      } else {
        events--;
      }
    }
    return events == 0;
  }

  @Override
  public void close() {
    real.close();
    channel.close();
  }
}
