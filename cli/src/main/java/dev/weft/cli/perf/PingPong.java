package dev.weft.cli.perf;

import java.lang.foreign.MemorySegment;

/**
 * A tagged message goes to the other end, which sends back what it received; each has a tag of its
 * own. The asking end measures and checks the bytes that come back, outside of the measured time.
 *
 * <p>Both ends post the receive of the next message before they send the one it answers.
 */
final class PingPong {
  /** How many buffers each end has for sending and receiving. */
  static final int SLOTS = 3;

  private final Side side;
  private final Payload payload;
  private final Tally tally;
  private final MemorySegment[] outgoing;
  private final MemorySegment[] incoming;
  private long sequence;

  PingPong(Side side, Payload payload, int size, Tally tally) {
    this.side = side;
    this.payload = payload;
    this.tally = tally;
    this.outgoing = side.buffers(SLOTS, size);
    this.incoming = side.buffers(SLOTS + 1, size);
    for (int slot = 0; slot < SLOTS; slot++) {
      payload.prepare(outgoing[slot], slot);
    }
  }

  /** The asking end: so many rounds, each of so many messages to and fro. */
  void ask(Rounds rounds) {
    for (long count = rounds.next(); count > 0; count = rounds.next()) {
      side.tell(count);
      side.listen();
      for (long i = 0; i < count; i++) {
        prepareQuestion();
        long start = System.nanoTime();
        sendQuestion();
        side.awaitAll(Side.RECEIVE);
        conclude(System.nanoTime() - start);
      }
    }
    side.tell(0);
    side.finish();
  }

  /** The answering end, until the asking end says that it is over. */
  void answer() {
    for (long count = side.listen(); count > 0; count = side.listen()) {
      expectQuestion();
      side.tell(0);
      for (long left = count; left > 0; left--) {
        side.awaitAll(Side.RECEIVE);
        sendAnswer(left > 1);
      }
    }
    side.finish();
  }

  /** Both ends on the calling thread, which never waits. */
  static void onOneThread(PingPong asking, PingPong answering, Rounds rounds) {
    for (long count = rounds.next(); count > 0; count = rounds.next()) {
      for (long i = 0; i < count; i++) {
        answering.expectQuestion();
        asking.prepareQuestion();
        long start = System.nanoTime();
        asking.sendQuestion();
        answering.pollFor(Side.RECEIVE, asking);
        answering.sendAnswer(false);
        asking.pollFor(Side.RECEIVE, answering);
        asking.conclude(System.nanoTime() - start);
        asking.pollFor(Side.SEND, answering);
        answering.pollFor(Side.SEND, asking);
      }
    }
    asking.side.finish();
    answering.side.finish();
  }

  private void prepareQuestion() {
    side.awaitAll(Side.SEND);
    payload.stamp(outgoing[slot(outgoing)], sequence);
    side.receiveTagged(incoming[slot(incoming)], sequence);
  }

  private void sendQuestion() {
    side.sendTagged(outgoing[slot(outgoing)], payload.length(sequence), sequence);
  }

  private void conclude(long nanos) {
    tally.took(nanos);
    tally.latency(nanos / 2);
    tally.arrived(2, 2 * side.lastLength());
    tally.checked(payload.matches(incoming[slot(incoming)], side.lastLength(), sequence));
    sequence++;
  }

  private void expectQuestion() {
    side.receiveTagged(incoming[slot(incoming)], sequence);
  }

  /** Sends back what was received last; the next question finds its receive posted. */
  private void sendAnswer(boolean expectAnother) {
    MemorySegment received = incoming[slot(incoming)];
    long length = side.lastLength();
    long tag = sequence++;
    if (expectAnother) {
      side.awaitAll(Side.SEND);
      expectQuestion();
    }
    side.sendTagged(received, length, tag);
  }

  private int slot(MemorySegment[] buffers) {
    return (int) (sequence % buffers.length);
  }

  /** Waits without sleeping, as the other end makes progress on this very thread. */
  private void pollFor(int kind, PingPong other) {
    if (side.ledger(kind).outstanding() > 0) {
      side.pollAll(kind, other.side);
    }
  }
}
