package dev.weft.cli.perf.traffic;

import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.port.Operation;
import dev.weft.cli.perf.port.Port;
import java.lang.foreign.MemorySegment;

/**
 * Sends a tagged message to the other end, which returns it; each message has its own tag. The
 * requesting end measures, and checks the returned bytes outside of the measured time.
 *
 * <p>Both ends post the receive of the next message before they send the one it answers.
 */
final class PingPong {
  private static final int SLOTS = TestCase.SLOTS_OF_PING_PONG;

  private final Port port;
  private final Payload payload;
  private final Measurements measurements;
  private final MemorySegment[] outgoing;
  private final MemorySegment[] incoming;
  private long sequence;

  PingPong(Port port, Payload payload, int size, Measurements measurements) {
    this.port = port;
    this.payload = payload;
    this.measurements = measurements;
    this.outgoing = port.buffers(SLOTS, size);
    this.incoming = port.buffers(SLOTS + 1, size);
    for (int slot = 0; slot < SLOTS; slot++) {
      payload.prepare(outgoing[slot], slot);
    }
  }

  /** Runs the requesting end: rounds of messages back and forth. */
  void ask(Rounds rounds) {
    for (long count = rounds.next(); count > 0; count = rounds.next()) {
      port.signal(count);
      port.awaitSignal();
      for (long i = 0; i < count; i++) {
        prepareQuestion();
        long start = System.nanoTime();
        sendQuestion();
        port.awaitAll(Port.RECEIVE);
        conclude(System.nanoTime() - start);
      }
    }
    port.signal(0);
    port.finish();
  }

  /** Runs the answering end until the requesting end is done. */
  void answer() {
    for (long count = port.awaitSignal(); count > 0; count = port.awaitSignal()) {
      expectMessage();
      port.signal(0);
      for (long left = count; left > 0; left--) {
        port.awaitAll(Port.RECEIVE);
        sendAnswer(left > 1);
      }
    }
    port.finish();
  }

  /** Runs both ends on the calling thread, which never waits. */
  static void onOneThread(PingPong asking, PingPong answering, Rounds rounds) {
    for (long count = rounds.next(); count > 0; count = rounds.next()) {
      for (long i = 0; i < count; i++) {
        answering.expectMessage();
        asking.prepareQuestion();
        long start = System.nanoTime();
        asking.sendQuestion();
        answering.port.awaitAll(Port.RECEIVE);
        answering.sendAnswer(false);
        asking.port.awaitAll(Port.RECEIVE);
        asking.conclude(System.nanoTime() - start);
        asking.port.awaitAll(Port.SEND);
        answering.port.awaitAll(Port.SEND);
      }
    }
    asking.port.finish();
    answering.port.finish();
  }

  private void prepareQuestion() {
    port.awaitAll(Port.SEND);
    payload.stamp(outgoing[slot(outgoing)], sequence);
    expectMessage();
  }

  private void sendQuestion() {
    long length = payload.length(sequence);
    port.post(Operation.TAGGED_SEND, outgoing[slot(outgoing)], length, sequence);
  }

  private void conclude(long nanos) {
    measurements.took(nanos);
    measurements.latency(nanos / 2);
    measurements.arrived(2, 2 * port.lastLength());
    measurements.checked(payload.matches(incoming[slot(incoming)], port.lastLength(), sequence));
    sequence++;
  }

  private void expectMessage() {
    MemorySegment buffer = incoming[slot(incoming)];
    port.post(Operation.TAGGED_RECEIVE, buffer, buffer.byteSize(), sequence);
  }

  /** Returns the last received message; the receive of the next one is posted before. */
  private void sendAnswer(boolean expectAnother) {
    MemorySegment received = incoming[slot(incoming)];
    long length = port.lastLength();
    long tag = sequence++;
    if (expectAnother) {
      port.awaitAll(Port.SEND);
      expectMessage();
    }
    port.post(Operation.TAGGED_SEND, received, length, tag);
  }

  private int slot(MemorySegment[] buffers) {
    return (int) (sequence % buffers.length);
  }
}
