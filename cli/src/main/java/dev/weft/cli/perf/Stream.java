package dev.weft.cli.perf;

import java.lang.foreign.MemorySegment;

/**
 * Messages one way; message n arrives in receive n. At most a window of them is on the way, as the
 * receiver says when half a window has arrived: so each finds its receive posted.
 *
 * <pre>
 *   sender                              receiver
 *     | ------ round of n messages ------> |   posts receives
 *     | &lt;------------- ready ------------- |   the clock starts
 *     | ====== messages ================&gt;  |   posts more receives, checks messages
 *     | &lt;------ half a window arrived ----- |
 *     |                                    |   the clock stops with the n-th
 * </pre>
 *
 * <p>Some messages carry the time of their send: the receiver takes the time until it has read the
 * completion.
 */
final class Stream {

  private Stream() {}

  private static int halfOf(int slots) {
    return slots / 2;
  }

  /** The sending end. */
  static final class Sender {
    private static final int SMALL = 4096;
    private static final int TIMED_OF_SMALL = 64;

    private final Side side;
    private final Payload payload;
    private final MemorySegment[] buffers;
    private final int timedOneOf;
    private final int half;

    Sender(Side side, Payload payload, int size, int slots) {
      this.side = side;
      this.payload = payload;
      this.buffers = side.buffers(slots, size);
      this.half = halfOf(slots);
      this.timedOneOf = size < SMALL ? TIMED_OF_SMALL : 1;
      for (int slot = 0; slot < slots; slot++) {
        payload.prepare(buffers[slot], slot);
      }
    }

    /** Sends these rounds. */
    void run(Rounds rounds) {
      for (long count = rounds.next(); count > 0; count = rounds.next()) {
        side.tell(count);
        side.listen();
        sendRound(count);
      }
      side.tell(0);
      side.finish();
    }

    private void sendRound(long count) {
      for (long sent = 0; sent < count; sent++) {
        if (sent >= 2L * half && sent % half == 0) {
          side.listen();
        }
        sendNext();
      }
      side.awaitAll(Side.SEND);
    }

    private void sendNext() {
      CompletionLedger sends = side.ledger(Side.SEND);
      long sequence = sends.next();
      while (sends.isUnderWay(sequence - buffers.length)) {
        side.await();
      }
      MemorySegment buffer = buffers[(int) (sequence % buffers.length)];
      payload.stamp(buffer, sequence);
      if (sequence % timedOneOf == 0) {
        side.sendTimed(buffer, payload.length(sequence));
      } else {
        side.send(buffer, payload.length(sequence));
      }
    }
  }

  /** The receiving end, which measures. */
  static final class Receiver {
    private final Side side;
    private final Payload payload;
    private final Tally tally;
    private final MemorySegment[] buffers;
    private final long[] lengths;
    private final boolean checksLater;
    private final int half;
    private long toPost;

    /**
     * @param slots how many buffers; one more than the sender has
     * @param checksLater whether the messages of a round are checked after its end; a round then
     *     has at most as many as there are buffers
     */
    Receiver(Side side, Payload payload, int size, int slots, boolean checksLater, Tally tally) {
      this.side = side;
      this.payload = payload;
      this.tally = tally;
      this.buffers = side.buffers(slots, size);
      this.lengths = new long[slots];
      this.checksLater = checksLater;
      this.half = halfOf(slots - 1);
      side.onArrival(this::take);
    }

    /** Receives all rounds that the sender announces. */
    void run() {
      for (long count = side.listen(); count > 0; count = side.listen()) {
        round(count);
      }
      side.finish();
    }

    private void round(long count) {
      CompletionLedger receives = side.ledger(Side.RECEIVE);
      long first = receives.next();
      toPost = count;
      postReceives();
      side.tell(0);
      long start = System.nanoTime();
      long acknowledged = 0;
      while (receives.seen() < first + count) {
        side.await();
        postReceives();
        acknowledged = acknowledge(acknowledged, receives.seen() - first, count);
      }
      tally.took(System.nanoTime() - start);
      if (checksLater) {
        checkFrom(first, first + count);
      }
    }

    private void postReceives() {
      CompletionLedger receives = side.ledger(Side.RECEIVE);
      while (toPost > 0 && !receives.isUnderWay(receives.next() - buffers.length)) {
        if (!side.tryReceive(buffers[slot(receives.next())])) {
          return;
        }
        toPost--;
      }
    }

    /** Tells the sender of each half window for which it will wait. */
    private long acknowledge(long acknowledged, long arrived, long count) {
      long told = acknowledged;
      while (arrived - told >= half && told + 2L * half < count) {
        told += half;
        side.tell(told);
      }
      return told;
    }

    private void take(long sequence, long length, long sentAt) {
      if (sentAt != Side.UNTIMED) {
        tally.latency(System.nanoTime() - sentAt);
      }
      tally.arrived(1, length);
      lengths[slot(sequence)] = length;
      if (!checksLater) {
        check(sequence);
      }
    }

    private void checkFrom(long first, long end) {
      for (long sequence = first; sequence < end; sequence++) {
        check(sequence);
      }
    }

    private void check(long sequence) {
      int slot = slot(sequence);
      tally.checked(payload.matches(buffers[slot], lengths[slot], sequence));
    }

    private int slot(long sequence) {
      return (int) (sequence % buffers.length);
    }
  }
}
